// Runs before the first paint, so that a chosen theme never flashes in the other one; the rest of the page comes after it.
let theme;
try {
  ({ theme } = JSON.parse(localStorage.getItem("quadrille.settings") ?? "{}"));
} catch {}
document.documentElement.dataset.theme = theme ?? "auto";
const rest = () => document.head.append(document.getElementById("later").content);
document.hidden ? rest() : requestAnimationFrame(() => setTimeout(rest));
