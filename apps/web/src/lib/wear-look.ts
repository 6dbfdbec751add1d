import type { Look } from './product-look.ts';

const styleId = 'product-look';
const ownIcon = '/favicon.svg';

/** Null takes it off again. */
export function wearLook(look: Look | null): void {
  const style = document.getElementById(styleId) ?? document.createElement('style');
  style.id = styleId;
  style.textContent = look?.css ?? '';
  if (!style.isConnected) document.head.append(style);
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  const href = look?.icon ?? ownIcon;
  if (!icon || icon.getAttribute('href') === href) return;
  icon.removeAttribute('type');
  icon.href = href;
}
