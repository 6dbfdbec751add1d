import { accentColor } from '@waggle/contracts/brand';
import { postalAddress } from '@waggle/contracts/sending';
import { Parser } from 'htmlparser2';

export type FoundBrand = { accent: string | null; postalAddress: string };

/** Characters of data about itself that one page is believed to have. */
const mostData = 65_536;

/** What a page says of itself in its head: its color, and its address for search engines (schema.org). Text is all that is taken. */
export function readBrand(html: string): FoundBrand {
  let accent: string | null = null;
  const data: string[] = [];
  let isData = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'meta' && colorNames.has(attributes['name']?.toLowerCase() ?? ''))
        accent ??= colorOf(attributes['content']);
      isData = name === 'script' && attributes['type']?.toLowerCase() === 'application/ld+json';
      if (isData) data.push('');
    },
    ontext(text) {
      if (isData && data.at(-1)!.length < mostData) data.push(data.pop() + text);
    },
    onclosetag() {
      isData = false;
    },
  });
  parser.end(html);
  return { accent, postalAddress: addressIn(data.flatMap(parsed)) };
}

const colorNames = new Set(['theme-color', 'msapplication-tilecolor']);

/** White and black are the color of a page and not of a brand. */
function colorOf(content: string | undefined): string | null {
  const typed = content?.trim() ?? '';
  const whole = /^#[0-9a-f]{3}$/i.test(typed) ? typed.replaceAll(/[0-9a-f]/gi, '$&$&') : typed;
  const color = accentColor.safeParse(whole).data ?? null;
  return color === null || ['#ffffff', '#000000'].includes(color) ? null : color;
}

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text) as unknown];
  } catch {
    return [];
  }
}

/** Deeper data than this describes something else than the page's owner. */
const deepest = 6;

function addressIn(data: unknown, depth = 0): string {
  if (typeof data !== 'object' || data === null || depth > deepest) return '';
  const known = data as Record<string, unknown>;
  if ('streetAddress' in known) return linesOf(known);
  for (const value of Object.values(known)) {
    const found = addressIn(value, depth + 1);
    if (found !== '') return found;
  }
  return '';
}

function linesOf(address: Record<string, unknown>): string {
  const part = (key: string): string => (typeof address[key] === 'string' ? address[key].trim() : '');
  const town = [part('addressLocality'), [part('addressRegion'), part('postalCode')].filter(Boolean).join(' ')];
  const lines = [part('streetAddress'), town.filter(Boolean).join(', '), part('addressCountry')].filter(Boolean);
  const text = lines.join('\n');
  return postalAddress.safeParse(text).data ?? '';
}
