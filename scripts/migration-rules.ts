// What squawk cannot know of a migration: which tables are partitioned, and what may be repeated after a kill.
import { readdirSync, readFileSync } from 'node:fs';
import { statementsOf } from '../apps/server/src/platform/database/migration-files/statements.ts';
import { isOutsideTransaction } from '../apps/server/src/platform/database/migration-files/run-file.ts';

type Migration = { name: string; sql: string };

/** Migrations up to this one came before the rule, when every table was new and empty. */
const lastExcused = 28;

/** From this one on rows are written for every owner of the tables; 0151 makes up for those before. */
const firstForOwners = 151;

/** What leaves the same behind however often it is run, and needs to stand outside a transaction. */
const repeatable = [
  /^create\s+(unique\s+)?index\s+concurrently\s+(?!if\s)/i,
  /^drop\s+index\s+(concurrently\s+)?if\s+exists\s/i,
  /^alter\s+table\s+\w+\s+validate\s+constraint\s/i,
  /^(analyze|vacuum)\b/i,
];

/** A complaint for each statement that would lock a large table, could not be repeated, or changes rows for a superuser alone. */
export function complaintsAbout(migrations: readonly Migration[]): string[] {
  const partitioned = new Set(migrations.flatMap(({ sql }) => partitionedIn(sql)));
  const walled = new Set(
    migrations.flatMap(({ sql }) => statementsOf(sql).flatMap((statement) => forcedIn(statement))),
  );
  return migrations.flatMap(({ name, sql }) => {
    const statements = statementsOf(sql);
    const own = new Set(partitionedIn(sql));
    if (isOutsideTransaction(sql))
      return statements
        .filter((statement) => !repeatable.some((form) => form.test(statement)))
        .map((statement) => `${name}: cannot be repeated outside a transaction: ${statement.slice(0, 80)}`);
    if (Number.parseInt(name, 10) <= lastExcused) return [];
    const unseen = Number.parseInt(name, 10) < firstForOwners ? [] : rowsUnseen(statements, walled);
    return [
      ...statements
        .filter((statement) => locksPartitions(statement, partitioned, own))
        .map(
          (statement) =>
            `${name}: locks every partition while it is built; put \`create index concurrently\` into a file that begins with \`-- no transaction\`: ${statement.slice(0, 80)}`,
        ),
      ...unseen.map(
        (statement) =>
          `${name}: finds no row where the owner is no superuser; put it between \`no force row level security\` and \`force\`: ${statement.slice(0, 80)}`,
      ),
    ];
  });
}

const forcedIn = (statement: string): string[] => {
  const table = /^alter\s+table\s+(?:public\.)?(\w+)\s+force\s+row\s+level\s+security$/i.exec(statement)?.[1];
  return table ? [table.toLowerCase()] : [];
};

/** Row security that is forced holds for the owner as well, who has no policy: a change of rows changes none, and says nothing. */
function rowsUnseen(statements: readonly string[], walled: ReadonlySet<string>): string[] {
  const open = new Set<string>();
  return statements.filter((statement) => {
    const opened = /^alter\s+table\s+(?:public\.)?(\w+)\s+no\s+force\s+row\s+level\s+security$/i.exec(statement)?.[1];
    if (opened) open.add(opened.toLowerCase());
    for (const shut of forcedIn(statement)) open.delete(shut);
    const table = /^(?:update|insert\s+into|delete\s+from)\s+(?:public\.)?(\w+)/i.exec(statement)?.[1]?.toLowerCase();
    return table !== undefined && walled.has(table) && !open.has(table);
  });
}

const partitionedIn = (sql: string): string[] =>
  statementsOf(sql).flatMap((statement) => {
    const table = /^create\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)[^]*\)\s*partition\s+by\s/i.exec(statement)?.[1];
    return table ? [table.toLowerCase()] : [];
  });

/** An index, or a constraint that builds one. A table made in the same file is empty. */
function locksPartitions(statement: string, partitioned: Set<string>, own: Set<string>): boolean {
  const table =
    /^create\s+(?:unique\s+)?index\s[^(]*?\son\s+(?!only\s)(\w+)/i.exec(statement)?.[1] ??
    /^alter\s+table\s+(?:only\s+)?(\w+)\s[^]*\badd\s+(?:constraint\s+\w+\s+)?(?:unique|primary\s+key|exclude)\b/i.exec(
      statement,
    )?.[1];
  return table !== undefined && partitioned.has(table.toLowerCase()) && !own.has(table.toLowerCase());
}

if (import.meta.main) {
  const folder = new URL('../apps/server/db/migrations/', import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const complaints = complaintsAbout(
    names.sort().map((name) => ({ name, sql: readFileSync(new URL(name, folder), 'utf8') })),
  );
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length > 0 ? 1 : 0;
}
