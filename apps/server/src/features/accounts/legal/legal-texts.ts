import { existsSync, readFileSync, statSync } from 'node:fs';
import { locales, type Locale } from '@waggle/contracts/fields';
import { legalPages, type LegalPage, type LegalText } from '@waggle/contracts/legal';
import type { Config } from '#platform/config.ts';
import { readMarkdown } from './markdown.ts';

type Files = Pick<Config, 'TERMS_FILE' | 'PRIVACY_FILE'>;

const fileOf = (config: Files, page: LegalPage): string => (page === 'terms' ? config.TERMS_FILE : config.PRIVACY_FILE);

export type LegalTexts = (page: LegalPage, locale: Locale) => LegalText | null;

/** Read once, when the process starts: a file that cannot be read is found then and not by a visitor. */
export function readLegalTexts(config: Files): LegalTexts {
  const texts = new Map<string, LegalText>();
  for (const page of legalPages) {
    const file = fileOf(config, page);
    if (file === '') continue;
    for (const locale of locales) texts.set(`${page}.${locale}`, readText(inLanguage(file, locale)));
  }
  return (page, locale) => texts.get(`${page}.${locale}`) ?? null;
}

/** `terms.es.md` beside `terms.md`; without it everybody reads the plain one. */
function inLanguage(file: string, locale: Locale): string {
  const own = file.replace(/\.md$/i, `.${locale}.md`);
  return own !== file && existsSync(own) ? own : file;
}

function readText(file: string): LegalText {
  const source = readFileSync(file, 'utf8');
  const [first = '', ...rest] = source.split('\n');
  const said = /^date: (\d{4}-\d{2}-\d{2})\s*$/i.exec(first)?.[1];
  const changed = statSync(file).mtime.toISOString().slice(0, 10);
  return { ...readMarkdown(said ? rest.join('\n') : source), date: said ?? changed };
}
