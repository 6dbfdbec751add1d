type Part = { text: string; href?: string; /** Where it begins. */ at: number };

const address = /https?:\/\/[^\s<>"]+/g;
/** What closes a sentence or a bracket around an address is not part of it. */
const trailing = /(?<![.,;:!?)\]}'’»])[.,;:!?)\]}'’»]+$/;

/** Splits text at addresses of the web; everything that is no http or https stays text. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const link = found.replace(trailing, '');
    if (!URL.canParse(link)) continue;
    if (index > end) parts.push({ text: text.slice(end, index), at: end });
    parts.push({ text: link, href: link, at: index });
    end = index + link.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), at: end });
  return parts;
}
