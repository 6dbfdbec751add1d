import type { Log } from '../platform/log.ts';
import { openLocalFile } from './local-file.ts';
import type { TargetRow } from './queries.ts';

const schema = `create table if not exists targets (
  shortCode text primary key, organizationId text not null, clientId text, refId text not null, targetUrl text,
  isActive integer not null
) without rowid, strict;`;

export type TargetCopy = {
  find(shortCode: string): TargetRow | undefined;
  /** Takes the rows in, and removes those of the asked codes that are not among them. */
  take(rows: readonly TargetRow[], asked?: readonly string[]): void;
  /** Codes of the copy after `from`, up to and including `to`; without `to` all that follow. */
  codesBetween(from: string, to: string | undefined): string[];
  /** Whether it has held every code of the database at least once. */
  isComplete(): boolean;
  setComplete(): void;
  close(): void;
};

type StoredRow = Omit<TargetRow, 'isActive'> & { isActive: number };

/** The last known targets in a file, so that a restart needs no database. Opened by one process alone. */
export function openTargetCopy(folder: string, log: Log): TargetCopy {
  const db = openLocalFile({ folder, name: 'targets.sqlite', schema, log });
  const read = db.prepare(`select ${columns} from targets where shortCode = ?`);
  const write = db.prepare(
    `insert into targets (${columns}) values (?, ?, ?, ?, ?, ?)
     on conflict (shortCode) do update set organizationId = excluded.organizationId, clientId = excluded.clientId,
       refId = excluded.refId, targetUrl = excluded.targetUrl, isActive = excluded.isActive
     where excluded.organizationId is not organizationId or excluded.clientId is not clientId or excluded.refId is not refId
       or excluded.targetUrl is not targetUrl or excluded.isActive is not isActive`,
  );
  const remove = db.prepare('delete from targets where shortCode = ?');
  const between = db.prepare('select shortCode from targets where shortCode > ? and shortCode <= ?');
  const following = db.prepare('select shortCode from targets where shortCode > ?');

  return {
    find(shortCode) {
      const row = read.get(shortCode) as StoredRow | undefined;
      return row && { ...row, isActive: row.isActive === 1 };
    },
    take(rows, asked = []) {
      const gone = new Set(asked);
      db.exec('begin');
      for (const row of rows) {
        gone.delete(row.shortCode);
        write.run(row.shortCode, row.organizationId, row.clientId, row.refId, row.targetUrl, row.isActive ? 1 : 0);
      }
      for (const shortCode of gone) remove.run(shortCode);
      db.exec('commit');
    },
    codesBetween: (from, to) =>
      (to === undefined ? following.all(from) : between.all(from, to)).map((row) => String(row['shortCode'])),
    isComplete: () => db.prepare('pragma user_version').get()?.['user_version'] === 1,
    setComplete: () => db.exec('pragma user_version = 1'),
    close: () => db.close(),
  };
}

const columns = 'shortCode, organizationId, clientId, refId, targetUrl, isActive';
