import type { Log } from '../../platform/log.ts';
import type { LinkKeyRow } from '../../platform/tracking/link-keys.ts';
import { openLocalFile } from '../replica/local-file.ts';
import { type LocalTable, openLocalTable } from '../replica/local-table.ts';
import type { LinkRow } from './queries.ts';

const schema = `
  create table if not exists links (
    organizationId text not null, campaignId text not null, linkNo integer not null, clientId text, url text not null,
    createdAt integer not null, primary key (campaignId, linkNo)
  ) without rowid, strict;
  create index if not exists links_old on links (createdAt);
  create table if not exists keys (id integer primary key, secret blob not null) strict;`;

export type MailLinkKey = Pick<LinkRow, 'organizationId' | 'campaignId' | 'linkNo'>;

export type MailCopy = {
  links: LocalTable<LinkRow, MailLinkKey>;
  /** Links of campaigns that old are asked for when somebody still follows one. */
  forgetLinksBefore(createdAt: number): void;
  /** Links of organizations that are deleted. */
  forgetOrganizations(ids: readonly string[]): void;
  /** Links of all others are of organizations that were deleted while nobody looked. */
  keepOrganizations(ids: readonly string[]): void;
  /** Encrypted, as the database has them. */
  keys(): LinkKeyRow[];
  takeKeys(rows: readonly LinkKeyRow[]): void;
  close(): void;
};

/** The links of recent campaigns and the keys of all, in a file: a mail's links work while the database is away. */
export function openMailCopy(folder: string, log: Log): MailCopy {
  const db = openLocalFile({ folder, name: 'mail-links.sqlite', schema, log });
  const forget = db.prepare('delete from links where createdAt < ?');
  const forgetOf = db.prepare('delete from links where organizationId in (select value from json_each(?))');
  const keepOf = db.prepare('delete from links where organizationId not in (select value from json_each(?))');
  const readKeys = db.prepare('select id, secret from keys order by id');
  const writeKey = db.prepare('insert or replace into keys (id, secret) values (?, ?)');

  return {
    links: openLocalTable<LinkRow, MailLinkKey>(db, {
      name: 'links',
      columns: ['organizationId', 'campaignId', 'linkNo', 'clientId', 'url', 'createdAt'],
      key: ['campaignId', 'linkNo'],
      keyValues: ({ campaignId, linkNo }) => [campaignId, linkNo],
      keyOf: (row) => row,
      values: (row) => [
        row.organizationId,
        row.campaignId,
        row.linkNo,
        row.clientId,
        row.url,
        Math.floor(row.createdAt),
      ],
      rowOf: (stored) => stored as LinkRow,
      isFrozen: true,
    }),
    forgetLinksBefore: (createdAt) => void forget.run(createdAt),
    forgetOrganizations: (ids) => void forgetOf.run(JSON.stringify(ids)),
    keepOrganizations: (ids) => void keepOf.run(JSON.stringify(ids)),
    keys: () =>
      (readKeys.all() as { id: number; secret: Uint8Array }[]).map(({ id, secret }) => ({
        id,
        secret: Buffer.from(secret),
      })),
    takeKeys(rows) {
      db.exec('begin');
      for (const { id, secret } of rows) writeKey.run(id, secret);
      db.exec('commit');
    },
    close: () => db.close(),
  };
}
