import { breaches, english, french, spanish } from '../../scripts/words/banned.ts';
import { allowedEnglish } from '../../scripts/words/exceptions.ts';
import type { Locale } from '../../scripts/words/texts.ts';
import { type KnownTexts, knownTexts } from './known-texts.ts';
import type { Seen } from './seen.ts';

const rules = { en: english, es: spanish, fr: french };
const allowed = new Set(allowedEnglish.map(({ text }) => text));
const known = new Map<Locale, KnownTexts>();
const textsOf = (locale: Locale): KnownTexts => {
  const found = known.get(locale) ?? knownTexts(locale);
  known.set(locale, found);
  return found;
};

/** What is wrong with the texts of a page: shown by its key, in English, in words we do not use, or cut off. */
export function judge(seen: readonly Seen[], locale: Locale): string[] {
  const own = textsOf(locale);
  return seen.flatMap(({ text, at, cut }) => {
    if (own.keys.has(text) && text.includes('.')) return [`${at}: the key "${text}"`];
    if (!own.has(text)) return locale !== 'en' && textsOf('en').has(text) ? [`${at}: not translated: "${text}"`] : [];
    // What people typed may be longer than any screen; what we wrote may not.
    return [
      ...(cut > 1 ? [`${at}: ${cut} px cut off: "${text}"`] : []),
      ...breaches([{ at, text }], rules[locale], allowed),
    ];
  });
}
