// Runs before first paint; a file of its own because the content policy refuses inline scripts.
(() => {
  let theme = 'system';
  try {
    theme = localStorage.getItem('waggle.theme') ?? 'system';
  } catch {
    // Storage can be blocked; the operating system then decides.
  }
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
})();
