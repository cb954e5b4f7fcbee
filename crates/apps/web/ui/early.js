// Comes with the page, before the first paint: a chosen theme never flashes in the other one. The rest comes after it.
let theme;
try {
  ({ theme } = JSON.parse(localStorage.getItem("quadrille.settings") ?? "{}"));
} catch {}
document.documentElement.dataset.theme = theme ?? "auto";
const later = /** @type {HTMLTemplateElement} */ (document.getElementById("later"));
const rest = () => document.head.append(later.content);
setTimeout(rest, 100);
new PerformanceObserver(rest).observe({ type: "paint", buffered: true });
