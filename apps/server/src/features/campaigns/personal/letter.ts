import { escapeHtml } from '@waggle/email/escape-html';

const address = /https?:\/\/[^\s<>"]+/g;
/** What closes a sentence or a bracket around an address is not part of it. */
const trailing = /(?<![.,;:!?)\]}'’»])[.,;:!?)\]}'’»]+$/;

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
  for (const { 0: found, index } of paragraph.matchAll(address)) {
    const link = found.replace(trailing, '');
    if (!URL.canParse(link)) continue;
    html += `${escapeHtml(paragraph.slice(end, index))}<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`;
    end = index + link.length;
  }
  return `${html}${escapeHtml(paragraph.slice(end))}`;
}
