// Comes with the page, before the first paint: a chosen theme never flashes in the other one. The rest comes after it.
let kept = {};
try {
  kept = JSON.parse(localStorage.getItem("quadrille.settings") ?? "{}");
} catch {}
const { theme = "auto", board = "usual", men = "usual" } = /** @type {Partial<Settings>} */ (kept);
Object.assign(document.documentElement.dataset, { theme, board, men });
const later = /** @type {HTMLTemplateElement} */ (document.getElementById("later"));
const rest = () => document.head.append(later.content);
setTimeout(rest, 100);
new PerformanceObserver(rest).observe({ type: "paint", buffered: true });
