import type { Text } from './texts.ts';

type Rule = { found: RegExp; use: string };

/** What American product English does not say, with what it says instead. */
export const english: readonly Rule[] = [
  { found: /\bnobody\b/i, use: 'no one' },
  { found: /\b(some|any|every)body\b/i, use: 'someone, anyone, everyone' },
  { found: /\bmails?\b/i, use: 'email' },
  { found: /\b(take|takes|taking|taken|took) (it |this |that |them )?back\b/i, use: 'undo' },
  { found: /\bwr(?:ite|ites|iting|itten|ote) to\b/i, use: 'email someone, contact someone' },
  { found: /\b\w*(?:colour|organis|favour|behaviour|cancell(?:ed|ing)|licence)\w*\b/i, use: 'the American spelling' },
  { found: /\bby (?:itself|themselves|and by)\b/i, use: 'automatically' },
  {
    found:
      /\b(?:cannot|(?:is|are|was|were|do|does|did|has|have|had|will|would|could|should) not|you (?:are|will)|we will|there is|that is|it is)\b/i,
    use: "a contraction: can't, isn't, you're, we'll, there's",
  },
  { found: /\bof your team\b/i, use: 'your team' },
  {
    found: /\b(?:looks? around|last looked|switched off|friendly page|way out|go(?:es)? with it)\b/i,
    use: 'plain words',
  },
  { found: /\bby hand\b/i, use: 'manually' },
  { found: /\b(?:simply|just(?! now))\b/i, use: 'nothing' },
  { found: /\bplease\b(?! try again)/i, use: 'the sentence without please' },
  { found: /!$/, use: 'a period, or nothing' },
  { found: /[“”‘’]/, use: 'straight quotes' },
];

/** Spanish speaks to the reader as usted. */
export const spanish: readonly Rule[] = [
  {
    found:
      /(?<![\p{L}])(?:tú|tus?|ti|te|contigo|tuy[oa]s?|has|puedes|tienes|quieres|eres|estás|debes|podrás|verás|tendrás|recibirás|inténtalo)(?![\p{L}])/iu,
    use: 'usted',
  },
  { found: /(?<![\p{L}])(?:suprimi[rdó]\p{L}*|bloquead[oa]s?|levantar)(?![\p{L}])/iu, use: 'excluir, quitar' },
  { found: /^[^¿]*\?$/, use: 'a question that begins with ¿' },
  { found: /^[^¡]*!$/, use: 'an exclamation that begins with ¡' },
  { found: /["“”]/, use: '«»' },
];

/** French speaks to the reader as vous. */
export const french: readonly Rule[] = [
  { found: /(?<![\p{L}])(?:tu|toi|ton|ta|tes)(?![\p{L}])/iu, use: 'vous' },
  { found: /(?<![-\p{L}])(?:désinscri\p{L}*|mails?|importations?)(?![\p{L}])/iu, use: 'désabonné, e-mail, import' },
  { found: /(?<![-\p{L}])(?:offre|plan)s?(?![\p{L}])/iu, use: 'forfait' },
  { found: /\p{L}[:;?!](?:\s|$)/u, use: 'a space before the sign' },
  { found: /["“”']/, use: '« » and ’' },
];

export const breaches = (texts: readonly Text[], rules: readonly Rule[], allowed: ReadonlySet<string>): string[] =>
  texts
    .filter(({ text }) => !allowed.has(text))
    .flatMap(({ at, text }) => {
      const words = text.replaceAll(/\{\{\w*\}\}/g, '{{}}');
      return rules.filter(({ found }) => found.test(words)).map(({ use }) => `${at}: "${text}" should say ${use}`);
    });
