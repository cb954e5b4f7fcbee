// Runs before the first paint, so that a chosen theme never flashes in the other one.
try {
  const kept = JSON.parse(localStorage.getItem("quadrille.settings") ?? "{}");
  document.documentElement.dataset.theme = kept.theme ?? "auto";
} catch {
  document.documentElement.dataset.theme = "auto";
}
