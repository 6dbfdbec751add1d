export const utmKeys = ['source', 'medium', 'campaign', 'term', 'content'] as const;
export type UtmKey = (typeof utmKeys)[number];
export type Utm = Record<UtmKey, string>;

const parameters = new Map<string, UtmKey>(utmKeys.map((key) => [`utm_${key}`, key]));

type Parts = { before: string; query: string[]; fragment: string };

/** Cut by hand: what a URL parser writes back is not always what was typed, and other people's parameters stay as they are. */
function partsOf(address: string): Parts {
  const hash = address.indexOf('#');
  const [whole, fragment] = hash < 0 ? [address, ''] : [address.slice(0, hash), address.slice(hash)];
  const mark = whole.indexOf('?');
  if (mark < 0) return { before: whole, query: [], fragment };
  return {
    before: whole.slice(0, mark),
    query: whole
      .slice(mark + 1)
      .split('&')
      .filter((part) => part !== ''),
    fragment,
  };
}

/** A plus is a blank in a query; what is no valid escape is text. */
function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

function utmOf(part: string): [UtmKey, string] | undefined {
  const [name = '', ...value] = part.split('=');
  const key = parameters.get(decoded(name).trim().toLowerCase());
  return key && [key, decoded(value.join('='))];
}

/** What an address says already; of a parameter that stands there twice, the first. */
export function readUtm(address: string): Utm {
  const found: Utm = { source: '', medium: '', campaign: '', term: '', content: '' };
  for (const part of partsOf(address).query) {
    const [key, value] = utmOf(part) ?? [];
    if (key && found[key] === '') found[key] = value ?? '';
  }
  return found;
}

/** The address with exactly these; an empty one is taken out. The rest of the query and the fragment stay as they were. */
export function writeUtm(address: string, utm: Utm): string {
  const { before, query, fragment } = partsOf(address);
  const others = query.filter((part) => utmOf(part) === undefined);
  const ours = utmKeys.flatMap((key) => {
    const value = utm[key].trim();
    return value === '' ? [] : [`utm_${key}=${encodeURIComponent(value)}`];
  });
  const all = [...others, ...ours];
  return `${before}${all.length > 0 ? `?${all.join('&')}` : ''}${fragment}`;
}
