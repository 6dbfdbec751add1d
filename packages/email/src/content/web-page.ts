import { escapeHtml } from '../escape-html.ts';

const charset = '<meta charset="utf-8">';

/** The whole of an email as a page: titled by its subject, kept out of search engines, and as wide as the screen where it says nothing. */
export function asWebPage(html: string, subject: string): string {
  const viewport = /\bname="?viewport/i.test(html) ? '' : '<meta name="viewport" content="width=device-width">';
  const title = `<title>${escapeHtml(subject)}</title>`;
  const quiet = '<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">';
  return html.replace(charset, () => `${charset}${title}${quiet}${viewport}`);
}
