import { defaultAccent, initialsOf, labelOn } from '@waggle/contracts/accent';
import { accentTheme, type AccentRoles } from '@waggle/contracts/accent-theme';
import type { Product } from '@waggle/contracts/product';

/** What a document wears of a product. `theme.js` puts it on before first paint, from what the last visit kept. */
export type Look = { product: Product; css: string; icon: string };

export const lookOf = (product: Product): Look => ({
  product,
  css: product.accent === null ? '' : cssOf(product.accent),
  icon: product.mark ?? initialsIcon(product),
});

/** Stronger than tokens.css by one `:root`, because that may be loaded later. */
function cssOf(accent: string): string {
  const { light, dark } = accentTheme(accent);
  return (
    `:root:root{${declarations(light)}}` +
    `@media(prefers-color-scheme:dark){:root:root:not([data-theme='light']){${declarations(dark)}}}` +
    `:root:root[data-theme='dark']{${declarations(dark)}}`
  );
}

const declarations = (roles: AccentRoles): string =>
  Object.entries(roles)
    .map(([role, color]) => `--${role}:${color}`)
    .join(';');

/** Letters and digits alone come out of `initialsOf`, so nothing needs to be escaped. */
function initialsIcon({ name, accent }: Product): string {
  const color = accent ?? defaultAccent;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${color}"/>` +
    `<text x="16" y="21.5" text-anchor="middle" font-family="sans-serif" font-size="15" font-weight="700" fill="${labelOn(color)}">${initialsOf(name)}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
