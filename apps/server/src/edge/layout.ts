import { createHash } from 'node:crypto';
import { defaultAccent, initialsOf, labelOn } from '@waggle/contracts/accent';
import { escapeHtml } from '@waggle/email/escape-html';
import type { PageBrand } from './brands/brands.ts';

export type Language = 'en' | 'es' | 'fr';

/** The design's tokens by their values. No font is loaded, so that a page stays small and asks nobody. */
const style =
  ':root{color-scheme:light dark;--bg:#f8f7f4;--card:#fff;--ink:#191714;--muted:#5d5953;--line:#e4e1dd;--edge:#8f8b84;--fill:#f2f0ed}' +
  '@media(prefers-color-scheme:dark){:root{--bg:#0f0e0c;--card:#181613;--ink:#f4f1eb;--muted:#b9b4ab;--line:#35322c;--edge:#7a756d;--fill:#282521}}' +
  '*{box-sizing:border-box}body{margin:0;min-height:100vh;padding:40px 16px;display:flex;flex-direction:column;justify-content:center;align-items:center;gap:22px;' +
  'font:16px/1.5 Inter,system-ui,sans-serif;color:var(--ink);background:var(--bg);overflow-wrap:anywhere}' +
  'main{width:100%;max-width:520px;padding:32px 36px 36px;border:1px solid var(--line);border-radius:16px;background:var(--card);box-shadow:0 1px 2px rgb(0 0 0/.06)}' +
  'h1{font-size:28px;line-height:34px;letter-spacing:-.02em;margin:0 0 8px}h2{font-size:16px;line-height:24px;margin:0}p{margin:0}main>p,section>p{color:var(--muted)}b{color:var(--ink);font-weight:600}' +
  '.from{display:flex;align-items:center;gap:12px;margin-bottom:20px;font-weight:600}.from img{max-width:140px;height:40px;object-fit:contain}' +
  '.cell{flex:none;display:grid;place-items:center;width:38px;height:42px;clip-path:polygon(50% 0,100% 25%,100% 75%,50% 100%,0 75%,0 25%);font-size:14px;font-weight:700;color:var(--label);background:var(--accent)}' +
  'svg.path{display:block;width:168px;margin:8px auto 24px;color:var(--edge)}.lost{text-align:center}' +
  'footer{max-width:520px;text-align:center;font-size:13px;color:var(--muted)}footer p+p{margin-top:6px}footer svg{width:16px;height:16px;margin:0 4px 0 1px;vertical-align:-3px}' +
  '@media(max-width:560px){body{padding:0 0 24px;justify-content:flex-start;background:var(--card)}main{padding:0 20px 24px;border:0;box-shadow:none}' +
  '.from{margin:0 -20px 28px;padding:16px 20px;background:var(--fill);background:color-mix(in srgb,var(--accent) 13%,var(--card))}.lost h1:first-child,.lost .path:first-child{margin-top:56px}footer{margin-top:auto;padding:0 20px}}';

/** For pages with something to press. */
const formStyle =
  'button,.button{display:block;width:100%;min-height:46px;padding:10px 16px;border:1px solid transparent;border-radius:10px;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer;color:var(--label);background:var(--accent)}' +
  ':focus-visible{outline:2px solid var(--ink);outline-offset:2px}' +
  'button.quiet{color:inherit;background:none;border-color:var(--edge)}button.plain{color:var(--muted);background:none}' +
  '@media(prefers-color-scheme:dark){button,.button{border-color:rgb(255 255 255/.28)}button.plain{border-color:transparent}}' +
  'form,.button{margin-top:20px}form+form{margin-top:8px}section{margin-top:28px}section>h2{margin-bottom:4px}' +
  '.row{display:flex;justify-content:space-between;align-items:center;gap:12px;width:100%;min-height:60px;margin:0;padding:10px 0;border:0;border-bottom:1px solid var(--line);border-radius:0;font-weight:500;text-align:left;text-decoration:none;color:inherit;background:none}' +
  '.row small{display:block;font-size:14px;font-weight:400;color:var(--muted)}.row:after{content:"";flex:none;width:8px;height:8px;margin-right:4px;border:solid var(--edge);border-width:2px 2px 0 0;transform:rotate(45deg)}' +
  'section form:has(.row),section .row+form{margin-top:0}' +
  'fieldset{display:grid;grid-template-columns:1fr 1fr;gap:8px;margin:0 0 12px;padding:0;border:0}legend{float:left;grid-column:1/-1;padding:0;font-weight:600}' +
  'fieldset label{display:flex;align-items:center;gap:10px;min-height:46px;padding:8px 14px;border:1px solid var(--edge);border-radius:10px;cursor:pointer}fieldset label:has(:checked){border-color:var(--ink);box-shadow:inset 0 0 0 1px var(--ink);font-weight:600}' +
  'input{accent-color:var(--ink);width:18px;height:18px;margin:0;flex:none}label small{display:block;font-size:14px;line-height:20px;font-weight:400;color:var(--muted)}';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** There are as many styles as kinds of pages. */
const styleHashes = new Map<string, string>();
function styleHash(text: string): string {
  const hash = styleHashes.get(text) ?? hashOf(text);
  styleHashes.set(text, hash);
  return hash;
}

/** Two colors of a brand, as a style of its own: those of `style` are the same for everybody. */
const colorsOf = (accent: string): string => `:root{--accent:${accent};--label:${labelOn(accent)}}`;

/** A page of one organization differs from those of others in its colors alone, so few hashes are ever made. */
const colorHashes = new Map<string, string>();
function colorHash(colors: string): string {
  const known = colorHashes.get(colors);
  if (known) return known;
  if (colorHashes.size > 5_000) colorHashes.clear();
  const made = hashOf(colors);
  colorHashes.set(colors, made);
  return made;
}

export type PageParts = {
  language: Language;
  title: string;
  /** Null for a page nobody in particular speaks on. */
  brand: PageBrand | null;
  /** HTML with nothing in it that was not escaped. */
  body: string;
  /** Whether there is something to press. */
  isForm: boolean;
  /** Takes the place of the style for what is pressed. */
  formStyle?: string;
  /** Beside what all pages have. */
  moreStyle?: string;
  /** Sites that may show it in a frame, in words of the content policy; no one unless told. */
  frameAncestors?: string;
  /** The address of a script of this server that makes the page better; it is whole without. */
  script?: string;
  /** Where the browser goes on to by itself. */
  refresh?: { seconds: number; url: string };
  /** Without a way on: centered, with the dotted line. */
  isLost?: boolean;
  /** The words in front of the product's name. */
  by: 'sent' | 'powered';
};

/** One document that needs no script, and nothing from anywhere but the logo. */
export function renderPage(parts: PageParts): { html: string; policy: string } {
  const { language, title, brand, body, isLost = false } = parts;
  const styles = style + (parts.isForm ? (parts.formStyle ?? formStyle) : '') + (parts.moreStyle ?? '');
  const colors = colorsOf(brand?.accent ?? defaultAccent);
  const html =
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="robots" content="noindex">${refreshHtml(parts)}<title>${title}</title><style>${styles}</style><style>${colors}</style>${scriptHtml(parts)}</head>` +
    `<body><main${isLost ? ' class="lost"' : ''}>${brand ? sender(brand) : ''}${isLost ? dotted : ''}<h1>${title}</h1>${body}</main>${footer(parts)}</body></html>\n`;
  return { html, policy: policyOf(parts, `${styleHash(styles)} ${colorHash(colors)}`) };
}

const scriptHtml = ({ script }: PageParts): string => (script ? `<script src="${script}" defer></script>` : '');

const refreshHtml = ({ refresh }: PageParts): string =>
  refresh ? `<meta http-equiv="refresh" content="${refresh.seconds};url=${escapeHtml(refresh.url)}">` : '';

const policyOf = ({ brand, isForm, script, frameAncestors = "'none'" }: PageParts, styles: string): string =>
  `default-src 'none'; style-src ${styles}; ${script ? "script-src 'self'; connect-src 'self'; " : ''}${brand?.logo ? "img-src 'self'; " : ''}` +
  `base-uri 'none'; form-action '${isForm ? 'self' : 'none'}'; frame-ancestors ${frameAncestors}`;

function sender({ name, logo }: PageBrand): string {
  const mark = logo
    ? `<img src="${escapeHtml(logo)}" alt="">`
    : `<span class="cell" aria-hidden="true">${escapeHtml(initialsOf(name))}</span>`;
  return `<div class="from">${mark}<p>${escapeHtml(name)}</p></div>`;
}

const by: Record<PageParts['by'], Record<Language, string>> = {
  sent: { en: 'Sent with', es: 'Enviado con', fr: 'Envoyé avec' },
  powered: { en: 'Powered by', es: 'Con la tecnología de', fr: 'Propulsé par' },
};

function footer({ language, brand, by: words }: PageParts): string {
  const address = brand?.postalAddress.split('\n').filter(Boolean).join(', ');
  const line = address ? `<p>${escapeHtml(`${brand!.name}, ${address}`)}</p>` : '';
  const product = brand === null ? 'waggle' : brand.product;
  if (product === null) return line && `<footer>${line}</footer>`;
  const name = product === 'waggle' ? `${mark}Waggle` : escapeHtml(product.name);
  return `<footer>${line}<p>${by[words][language]} ${name}</p></footer>`;
}

const mark =
  '<svg aria-hidden="true" viewBox="0 0 32 32"><path fill="#f9ad1b" d="M11.67 2.9Q16 .4 20.33 2.9L25.18 5.7Q29.51 8.2 29.51 13.2V18.8Q29.51 23.8 25.18 26.3L20.33 29.1Q16 31.6 11.67 29.1L6.82 26.3Q2.49 23.8 2.49 18.8V13.2Q2.49 8.2 6.82 5.7Z"/>' +
  '<path fill="none" stroke="#191714" stroke-width="2.4" stroke-linecap="round" d="M7.3 10.9C6.7 17.3 8 22.1 11 22.1c3.8 0 7.7-5.3 7.7-9.5C18.7 10.5 17.5 9.3 16 9.3s-2.7 1.2-2.7 3.3c0 4.2 3.9 9.5 7.7 9.5 3 0 4.3-4.8 3.7-11.2"/></svg>';

const dotted =
  '<svg class="path" aria-hidden="true" viewBox="0 12 80 40" fill="none"><path d="M2 49C14 50 26 40 25 28 24 18 12 17 9 26 6 36 18 49 34 44 50 39 54 22 78 17" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-dasharray=".1 4.4"/></svg>';
