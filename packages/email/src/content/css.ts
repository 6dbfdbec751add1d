const unescape = (css: string): string =>
  css
    .replaceAll(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) =>
      String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ffff)),
    )
    .replaceAll('\\', '');

/** Code in old programs, style sheets from elsewhere, and what could cover the footer. */
const unwanted = /expression\s*\(|javascript:|vbscript:|behaviou?r\s*:|-moz-binding|@import|z-index/i;

/**
 * The author's styles without the above. What hides it behind escapes is dropped whole. Declarations are told apart by
 * splitting: a pattern around the unwanted words took minutes for a megabyte.
 */
export function cleanCss(css: string): string {
  const clean = css
    .replaceAll(/<!--|-->|\/\*[^]*?(?:\*\/|$)/g, '')
    .replaceAll(/@import[^;}]*;?/gi, '')
    .split(/([;{}"])/)
    .filter((part) => !unwanted.test(part))
    .join('');
  return unwanted.test(unescape(clean)) || clean.includes('</') ? '' : clean;
}
