// Every text a person reads, by where it is: the files of the screens, and the sources of the server that carry their own
// three languages.
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { collectSentences } from '../sentences/collect.ts';

export type Locale = 'en' | 'es' | 'fr';
export type Text = { at: string; text: string };
type Tree = { [key: string]: string | Tree };

/** Recipients' pages, system emails and the footer of campaigns. */
const ownLanguages = [
  'apps/server/src/edge/pages.ts',
  'apps/server/src/edge/mail/opt-out-texts.ts',
  'packages/forms/src/page/texts.ts',
  'apps/server/src/features/accounts/mails.ts',
  'apps/server/src/features/accounts/security-notices/words.ts',
  'packages/email/src/content/footer.ts',
  'apps/server/src/features/settings/test-mail/words.ts',
  'apps/server/src/features/notifications/words.ts',
  'apps/server/src/features/forms/emails/words.ts',
  'apps/server/src/features/forms/notices/words.ts',
  'apps/server/src/edge/forms/confirm-texts.ts',
  'apps/server/src/features/settings/domains/mail/words.ts',
  'apps/server/src/features/billing/dunning/words.ts',
  'apps/server/src/features/billing/questions/words.ts',
];

/** By file and key, such as `contacts/locales/en/contacts.json limit.full`. */
export const screenTexts = (locale: Locale): Map<string, string> =>
  new Map(
    globSync(`apps/web/src/{locales,features/*/locales}/${locale}/*.json`).flatMap((path) =>
      flatten(JSON.parse(readFileSync(path, 'utf8')) as Tree, `${path.replace(`/${locale}/`, '/')} `),
    ),
  );

export const readTexts = (locale: Locale): Text[] => [
  ...[...screenTexts(locale)].map(([at, text]) => ({ at, text })),
  ...ownLanguages.flatMap((path) => textsUnder(locale, path)),
  ...(locale === 'en' ? collectSentences().map(({ file, text }) => ({ at: file, text })) : []),
];

const flatten = (tree: Tree, prefix: string): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  );

/** The texts below each property that is named after the language. */
function textsUnder(locale: Locale, path: string): Text[] {
  const found: Text[] = [];
  const collect = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== undefined && /[a-z]{2,}/i.test(text)) found.push({ at: path, text });
    // The name of a property is no text, although it may stand in quotes.
    if (ts.isPropertyAssignment(node)) collect(node.initializer);
    else ts.forEachChild(node, collect);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === locale) collect(node.initializer);
    else ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `{{}}${literal.text}`).join('');
}
