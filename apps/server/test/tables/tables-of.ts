import { readFileSync } from 'node:fs';

const bare = (table: string): string => table.replace(/^directory\./, '');

/** Kysely's calls, and the words of SQL, that name a table. */
const calls =
  /(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|[jJ]oin|[jJ]oinLateral|replaceInto|using|from)\(\s*(?:\[\s*)?['"`]((?:directory\.)?\w+)/g;
const statements = /\b(?:from|join|into|update|using|truncate|table|copy)\s+(?:only\s+)?((?:directory\.)?[a-z_]+)/gi;

/** Tables that a file reads or writes, of those that are known. */
export function tablesIn(path: string, known: ReadonlySet<string>): Set<string> {
  const text = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const named = [...text.matchAll(calls), ...text.matchAll(statements)].map(([, name = '']) => bare(name));
  return new Set(named.filter((name) => known.has(name)));
}
