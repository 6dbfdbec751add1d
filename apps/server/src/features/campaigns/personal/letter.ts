import { linksInText } from '@waggle/contracts/links-in-text';
import { escapeHtml } from '@waggle/email/escape-html';

const letter = 'max-width:600px;padding:24px;font-family:Georgia,serif;font-size:17px;line-height:29px;';

/** A plain letter: paragraphs, line breaks and links of what was typed, and no other markup. */
export function letterOf(text: string): string {
  const paragraphs = text
    .split(/\n[ \t]*\n+/)
    .map((paragraph) => `<p style="margin:0 0 16px">${linked(paragraph).replaceAll('\n', '<br>')}</p>`);
  return `<div style="${letter}">${paragraphs.join('\n')}</div>`;
}

function linked(paragraph: string): string {
  let [html, end] = ['', 0];
  for (const { link, at } of linksInText(paragraph)) {
    html += `${escapeHtml(paragraph.slice(end, at))}<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`;
    end = at + link.length;
  }
  return `${html}${escapeHtml(paragraph.slice(end))}`;
}
