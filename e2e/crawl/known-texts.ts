import { readTexts, screenTexts, type Locale } from '../../scripts/words/texts.ts';

const plain = (text: string) => text.replaceAll(/[\s\u00a0\u202f]+/g, ' ').trim();
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** The texts of one language, as a page shows them: with values in the place of names, and in pieces where a part is a link. */
export type KnownTexts = { has(text: string): boolean; keys: ReadonlySet<string> };

export function knownTexts(locale: Locale): KnownTexts {
  const exact = new Set<string>();
  const filled = new Map<string, RegExp>();
  const pieces = readTexts(locale).flatMap(({ text }) => text.split(/<\/?\w+\/?>/));
  for (const piece of [...pieces, ...languageNames].map(plain)) {
    const words = piece.replaceAll(/\{\{[^}]*\}\}/g, '');
    if (words === piece) exact.add(piece);
    // 'of' between two values says nothing about its language.
    else if ((words.match(/\p{L}/gu)?.length ?? 0) >= 4) filled.set(piece, patternOf(piece));
  }
  return {
    has: (text) => exact.has(plain(text)) || [...filled.values()].some((pattern) => pattern.test(plain(text))),
    keys: new Set([...screenTexts(locale).keys()].map((at) => at.slice(at.lastIndexOf(' ') + 1))),
  };
}

/** Each language is called what its speakers call it. */
const languageNames = ['English', 'Español', 'Français'];

const patternOf = (piece: string): RegExp =>
  new RegExp(
    `^${piece
      .split(/\{\{[^}]*\}\}/)
      .map(escaped)
      .join('.*')}$`,
    'u',
  );
