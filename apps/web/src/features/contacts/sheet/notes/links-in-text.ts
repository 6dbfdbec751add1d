import { linksInText } from '@waggle/contracts/links-in-text';

type Part = { text: string; href?: string; /** Where it begins. */ at: number };

/** Splits text at addresses of the web. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { link, at } of linksInText(text)) {
    if (at > end) parts.push({ text: text.slice(end, at), at: end });
    parts.push({ text: link, href: link, at });
    end = at + link.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), at: end });
  return parts;
}
