// Runs before the first paint, so that a chosen theme never flashes in the other one. The rest of the page comes after it.
let theme;
try {
  ({ theme } = JSON.parse(localStorage.getItem("quadrille.settings") ?? "{}"));
} catch {}
document.documentElement.dataset.theme = theme ?? "auto";
const later = document.getElementById("later");
const rest = () => document.head.append(later.content);
new PerformanceObserver(rest).observe({ type: "paint", buffered: true });
setTimeout(rest, 100);
