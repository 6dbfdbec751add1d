import type { Log } from '../../platform/log.ts';
import { openLocalFile } from '../replica/local-file.ts';
import { openLocalTable } from '../replica/local-table.ts';
import type { BrandRow } from './queries.ts';

/** The table of an earlier version has fewer columns. It is only a copy, so it goes. */
const schema = `
  drop table if exists brands;
  create table if not exists product_brands (
    key text primary key, organizationId text not null, clientId text, name text not null, postalAddress text, accent text,
    website text, logo text, product text, hidesProduct integer not null, tier text
  ) without rowid, strict;
  create index if not exists product_brands_mark on product_brands (organizationId, substr(clientId, -8));`;

const columns = [
  'key',
  'organizationId',
  'clientId',
  'name',
  'postalAddress',
  'accent',
  'website',
  'logo',
  'product',
  'hidesProduct',
  'tier',
] as const;

/** The last known brands in a file: pages for recipients have a name while the database is away. */
export function openBrandCopy(folder: string, log: Log) {
  const db = openLocalFile({ folder, name: 'brands.sqlite', schema, log });
  const between = db.prepare('select key from product_brands where key > ? and key <= ?');
  const following = db.prepare('select key from product_brands where key > ?');
  const marked = db.prepare(
    'select key from product_brands where organizationId = ? and substr(clientId, -8) = ? limit 2',
  );
  const keysOf = (rows: Record<string, unknown>[]) => rows.map((row) => String(row['key']));
  return {
    table: openLocalTable<BrandRow, string>(db, {
      name: 'product_brands',
      columns,
      key: ['key'],
      keyValues: (key) => [key],
      keyOf: ({ key }) => key,
      values: (row) => columns.map((column) => row[column]),
      rowOf: (stored) => stored as BrandRow,
      isFrozen: false,
    }),
    /** Keys after `from`, up to and including `to`; without `to` all that follow. */
    keysBetween: (from: string, to: string | undefined) =>
      keysOf(to === undefined ? following.all(from) : between.all(from, to)),
    /** Of clients whose id ends with these four bytes; two of an organization are rare and possible. */
    keysByMark: (organizationId: string, mark: Buffer) => keysOf(marked.all(organizationId, mark.toString('hex'))),
    close: () => db.close(),
  };
}
