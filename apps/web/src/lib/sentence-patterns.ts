type Texts = Record<string, string>;
type Pattern = { key: string; names: string[]; expression: RegExp };

const placeholder = /\{\{(\w+)\}\}/g;
/** Placeholders under these names hold words of ours that have a translation too; all others are a person's own text. */
const spoken = new Set(['sentence', 'label', 'status']);
const known = new WeakMap<Texts, Pattern[]>();

/**
 * The translation of an English sentence, which is its own key. Where the key has placeholders, whatever stands in
 * their place is carried over: 'Use at most 120 characters' is found under 'Use at most {{count}} characters'.
 */
export function translateFrom(texts: Texts, sentence: string, locale: string): string {
  const exact = texts[sentence];
  if (exact !== undefined) return exact;
  for (const { key, names, expression } of patternsOf(texts)) {
    const found = expression.exec(sentence);
    if (found) {
      const values = new Map(names.map((name, at) => [name, valueOf(name, found[at + 1]!, { texts, locale })]));
      return texts[key]!.replaceAll(placeholder, (whole, name: string) => values.get(name) ?? whole);
    }
  }
  return sentence;
}

/** The pattern with the most words of its own first: 'Row {{row}}: {{sentence}}' fits much that says more. */
function patternsOf(texts: Texts): Pattern[] {
  const patterns =
    known.get(texts) ??
    Object.keys(texts)
      .filter((key) => key.search(placeholder) >= 0)
      .sort((one, other) => other.replaceAll(placeholder, '').length - one.replaceAll(placeholder, '').length)
      .map(patternOf);
  known.set(texts, patterns);
  return patterns;
}

function patternOf(key: string): Pattern {
  const names = [...key.matchAll(placeholder)].map(([, name]) => name!);
  const literals = key.split(/\{\{\w+\}\}/).map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return { key, names, expression: new RegExp(`^${literals.join('([^]+?)')}$`) };
}

function valueOf(name: string, value: string, { texts, locale }: { texts: Texts; locale: string }): string {
  if (spoken.has(name)) return translateFrom(texts, value, locale);
  // The server writes 25,000 as English does.
  return /^\d{1,3}(,\d{3})+$/.test(value) ? Number(value.replaceAll(',', '')).toLocaleString(locale) : value;
}
