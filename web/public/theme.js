// Sets the theme before the first paint. A file of its own: the policy of the page allows no inline scripts.
(() => {
  let chosen = "system";
  try {
    chosen = localStorage.getItem("platform.theme") || "system";
  } catch {
    // Storage is switched off: follow the system.
  }
  const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
