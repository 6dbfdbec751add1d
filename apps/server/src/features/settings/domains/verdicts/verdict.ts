/** What DNS says about one record. */
export type Verdict = { state: 'found' | 'missing' | 'wrong' | 'unknown'; found: string | null };

export const found: Verdict = { state: 'found', found: null };
export const missing: Verdict = { state: 'missing', found: null };
/** Nobody answered. */
export const unknown: Verdict = { state: 'unknown', found: null };

/** Shown to a person, so never longer than a record may sensibly be. */
export const wrong = (texts: readonly string[]): Verdict => ({
  state: 'wrong',
  found: texts.join(' | ').slice(0, 1_000),
});

/** `v=DKIM1; k=rsa; p=…` as a map; a tag given twice makes the whole record invalid. */
export function tagsOf(text: string): Map<string, string> | null {
  const tags = new Map<string, string>();
  for (const part of text.split(';')) {
    if (!part.trim()) continue;
    const cut = part.indexOf('=');
    const name = part.slice(0, cut).trim().toLowerCase();
    if (cut < 1 || tags.has(name)) return null;
    tags.set(name, part.slice(cut + 1).trim());
  }
  return tags;
}
