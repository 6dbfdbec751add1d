import type { readClickMap } from '@waggle/contracts/campaign-report';
import type { ReplyOf } from '@waggle/contracts/endpoint';

export type MarkedPart = ReplyOf<typeof readClickMap>['parts'][number];

/** What is said of a link on the email. */
export type Mark = { no: number; rank: number; heat: number; text: string };

/** From few clicks to many, each with a color of text that can be read on it. */
export const heats = [
  { background: '#f6e3bf', color: '#2b1d08' },
  { background: '#fbcd76', color: '#2b1d08' },
  { background: '#f5af2e', color: '#2b1d08' },
  { background: '#a66300', color: '#ffffff' },
  { background: '#7a3f0a', color: '#ffffff' },
] as const;

/** Which of the colors: by the part of the link that was followed most. */
export const heatOf = (clicks: number, most: number): number =>
  most === 0 ? 0 : Math.min(heats.length - 1, Math.floor((clicks / most) * heats.length));

/** How often each link stands in the email. */
export function placesOf(parts: readonly MarkedPart[]): Map<number, number> {
  const places = new Map<number, number>();
  for (const { no } of parts) if (no !== null) places.set(no, (places.get(no) ?? 0) + 1);
  return places;
}

/** Out of the flow and without a place of its own, so that nothing of the email moves. `all` undoes the style sheet of the email. */
const markStyle =
  'all:initial;display:inline-block!important;visibility:visible!important;position:absolute;z-index:2147483647;margin:-20px 0 0 -10px;padding:3px 9px 3px 4px;border-radius:99px;font:600 12px/16px system-ui,sans-serif;white-space:nowrap;box-shadow:0 1px 4px rgba(0,0,0,.4);';
const rankStyle =
  'all:unset;display:inline-block!important;visibility:visible!important;min-width:16px;margin-right:5px;border-radius:99px;background:rgba(255,255,255,.4);text-align:center;';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function markOf({ rank, heat, text }: Mark): string {
  const { background, color } = heats[heat] ?? heats[0];
  return `<span style="${markStyle}background:${background};color:${color}"><span style="${rankStyle}">${rank}</span>${escaped(text)}</span>`;
}

/** A frame around each link, and around its picture, which may be larger than the link. The number of a link is one of ours. */
const outlineOf = ({ no, heat }: Mark): string =>
  `[data-waggle-link="${no}"],[data-waggle-link="${no}"] img{outline:2px solid ${(heats[heat] ?? heats[0]).background}!important;outline-offset:2px}`;

/** The email with a mark at the beginning of each link that has one. */
export function markedHtml(parts: readonly MarkedPart[], marks: readonly Mark[]): string {
  const byNo = new Map(marks.map((mark) => [mark.no, mark]));
  const html = parts.map(({ html: part, no }) => {
    const mark = byNo.get(no ?? 0);
    return mark ? `${part}${markOf(mark)}` : part;
  });
  return `${html.join('')}<style>${marks.map(outlineOf).join('')}</style>`;
}

/** What each link says where it stands first; of a picture its alt text. Parsed into a page that is shown nowhere, so nothing of it loads or runs. */
export function textsOf(parts: readonly MarkedPart[]): Map<number, string> {
  const texts = new Map<number, string>();
  for (const [at, { no }] of parts.entries()) {
    if (no === null || texts.get(no)) continue;
    const inside = (parts[at + 1]?.html ?? '').split(/<\/a\s*>/i, 1)[0] ?? '';
    const { body } = new DOMParser().parseFromString(inside, 'text/html');
    const text = body.textContent.trim() || body.querySelector('img')?.alt.trim();
    if (text) texts.set(no, text.replaceAll(/\s+/g, ' '));
  }
  return texts;
}
