import type { Log } from '../../platform/log.ts';
import { openLocalFile } from '../replica/local-file.ts';
import { openLocalTable } from '../replica/local-table.ts';
import type { FormRow } from './queries.ts';

const schema = `create table if not exists forms (
  formId text primary key, organizationId text not null, clientId text, version integer not null, definition text not null,
  previousVersion integer, previous text, previousUntil real, isActive integer not null
) without rowid, strict;`;
const columns = [
  'formId',
  'organizationId',
  'clientId',
  'version',
  'definition',
  'previousVersion',
  'previous',
  'previousUntil',
  'isActive',
] as const;

/** The last known forms in a file: a form can be filled in while the database is away. */
export function openFormCopy(folder: string, log: Log) {
  const db = openLocalFile({ folder, name: 'forms.sqlite', schema, log });
  const between = db.prepare('select formId from forms where formId > ? and formId <= ?');
  const following = db.prepare('select formId from forms where formId > ?');
  return {
    table: openLocalTable<FormRow, string>(db, {
      name: 'forms',
      columns,
      key: ['formId'],
      keyValues: (formId) => [formId],
      keyOf: ({ formId }) => formId,
      values: (row) => columns.map((column) => (column === 'isActive' ? Number(row.isActive) : row[column])),
      rowOf: (stored) => ({ ...(stored as Omit<FormRow, 'isActive'>), isActive: stored['isActive'] === 1 }),
      isFrozen: false,
    }),
    /** Keys after `from`, up to and including `to`; without `to` all that follow. */
    keysBetween: (from: string, to: string | undefined) =>
      (to === undefined ? following.all(from) : between.all(from, to)).map((row) => String(row['formId'])),
    close: () => db.close(),
  };
}
