import type { HostRow } from '../../platform/hosts/queries.ts';
import type { Log } from '../../platform/log.ts';
import { openLocalFile } from '../replica/local-file.ts';

const schema = 'create table if not exists hosts (rows text not null) strict;';

/** The last known host names in a file: what is another's stays hidden under them after a restart without a database. */
export function openHostCopy(folder: string, log: Log) {
  const db = openLocalFile({ folder, name: 'hosts.sqlite', schema, log });
  const read = db.prepare('select rows from hosts');
  const remove = db.prepare('delete from hosts');
  const write = db.prepare('insert into hosts (rows) values (?)');
  let kept = String(read.get()?.['rows'] ?? '[]');
  return {
    rows: () => JSON.parse(kept) as HostRow[],
    /** Written for what changed. */
    take(rows: readonly HostRow[]): void {
      const text = JSON.stringify(rows);
      if (text === kept) return;
      db.exec('begin');
      remove.run();
      write.run(text);
      db.exec('commit');
      kept = text;
    },
    close: () => db.close(),
  };
}
