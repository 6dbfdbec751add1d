import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

/** What people read. The changelog tells of the past and the specification of what was asked for, so both may name what is gone. */
export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync('docs/{*,adr/*}.md', { cwd: root }).filter((path) => path !== 'docs/specification.md'),
];

export type Quote = { page: string; text: string };

/** What stands between backticks, on one line. */
export const quotesIn = (page: string, text = read(page)): Quote[] =>
  [...text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, quoted = '']) => ({
    page,
    text: quoted,
  }));

/** Cells of the rows under a heading line of a table. */
export function rowsUnder(text: string, heading: string): string[][] {
  const start = text.indexOf(heading);
  if (start < 0) throw new Error(`No table begins with ${heading}`);
  const lines = text.slice(start).split('\n').slice(2);
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(0, end < 0 ? undefined : end).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Folders a path in the docs may start from, so that prose need not repeat them. */
const bases = [
  '',
  'apps/server/',
  'apps/server/src/',
  'apps/server/src/features/',
  'apps/server/src/platform/',
  'apps/server/test/',
  'apps/web/',
  'apps/web/src/',
  'packages/',
  'packages/contracts/src/',
];

/** What an installation or a build makes, and settings that name a folder. */
const made = /^(\.data|dist|apps\/web\/dist|[A-Z_]+)(\/|$)/;

/** Whether a file or folder of the repository is meant, rather than an address, a table or code. */
export const isPath = (text: string): boolean =>
  !made.test(text) &&
  (/^[\w-]+(\/[\w.-]+)*\.(ts|tsx|sql|md|yaml|cjs)$/.test(text) || /^[a-z][\w-]*(\/[\w.-]+)+\/?$/.test(text)) &&
  !/^(application|text|image|font|multipart)\//.test(text);

export function findPaths(text: string): string[] {
  const found = bases.filter((base) => existsSync(`${root}${base}${text}`)).map((base) => `${base}${text}`);
  if (found.length > 0) return found;
  // A name alone, or the last parts of a path: prose has said before which folder it speaks of.
  return globSync(`{apps,packages,scripts,bench,faults,e2e,docs}/**/${text.replace(/\/$/, '')}`, {
    cwd: root,
    exclude: ['**/node_modules', '**/dist'],
  });
}
