import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';

type Stored = Record<string, SQLOutputValue>;

/** How rows of the database are kept in a file. */
type TableForm<Row, Key> = {
  name: string;
  columns: readonly string[];
  /** Columns of the primary key, in the order of `keyValues`. */
  key: readonly string[];
  keyValues(key: Key): (string | number)[];
  keyOf(row: Row): Key;
  /** In the order of `columns`. */
  values(row: Row): SQLInputValue[];
  rowOf(stored: Stored): Row;
  /** Rows that never change are written once. */
  isFrozen: boolean;
};

export type LocalTable<Row, Key> = {
  isFrozen: boolean;
  find(key: Key): Row | undefined;
  /** Takes the rows in, and removes those of the asked keys that are not among them. */
  take(rows: readonly Row[], asked: readonly Key[]): void;
};

export function openLocalTable<Row, Key>(db: DatabaseSync, form: TableForm<Row, Key>): LocalTable<Row, Key> {
  const { name, columns, key } = form;
  const isKey = key.map((column) => `${column} = ?`).join(' and ');
  const read = db.prepare(`select ${columns.join(', ')} from ${name} where ${isKey}`);
  const write = db.prepare(writeOf(form));
  const remove = db.prepare(`delete from ${name} where ${isKey}`);
  const nameOf = (asked: Key) => form.keyValues(asked).join(' ');

  return {
    isFrozen: form.isFrozen,
    find(asked) {
      const stored = read.get(...form.keyValues(asked));
      return stored && form.rowOf(stored);
    },
    take(rows, asked) {
      const gone = new Map(asked.map((one) => [nameOf(one), one]));
      db.exec('begin');
      for (const row of rows) {
        gone.delete(nameOf(form.keyOf(row)));
        write.run(...form.values(row));
      }
      for (const one of gone.values()) remove.run(...form.keyValues(one));
      db.exec('commit');
    },
  };
}

/** A row that is the same already is left alone: the file is written for what changed. */
function writeOf<Row, Key>({ name, columns, key, isFrozen }: TableForm<Row, Key>): string {
  const insert = `into ${name} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`;
  if (isFrozen) return `insert or ignore ${insert}`;
  const others = columns.filter((column) => !key.includes(column));
  return `insert ${insert} on conflict (${key.join(', ')}) do update
    set ${others.map((column) => `${column} = excluded.${column}`).join(', ')}
    where ${others.map((column) => `excluded.${column} is not ${name}.${column}`).join(' or ')}`;
}
