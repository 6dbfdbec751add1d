// Runs before first paint; a file of its own because the content policy refuses inline scripts.
(() => {
  let theme = 'system';
  let look = null;
  try {
    theme = localStorage.getItem('waggle.theme') ?? 'system';
    look = JSON.parse(localStorage.getItem('waggle.product') ?? 'null');
  } catch {
    // Storage can be blocked; the operating system then decides, and the product is ours.
  }
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  if (typeof look?.product?.name !== 'string' || typeof look.css !== 'string' || typeof look.icon !== 'string') return;
  // The same as `wearLook` does later, when the session has answered.
  document.title = look.product.name;
  const style = document.createElement('style');
  style.id = 'product-look';
  style.textContent = look.css;
  document.head.append(style);
  const icon = document.querySelector('link[rel=icon]');
  icon.removeAttribute('type');
  icon.href = look.icon;
})();
