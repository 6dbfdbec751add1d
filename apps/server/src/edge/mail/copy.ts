import type { Log } from '../../platform/log.ts';
import type { LinkKeyRow } from '../../platform/tracking/link-keys.ts';
import { openLocalFile } from '../local-file.ts';
import type { LinkRow } from './queries.ts';

const schema = `
  create table if not exists links (
    organizationId text not null, campaignId text not null, linkNo integer not null, clientId text, url text not null,
    createdAt integer not null, primary key (campaignId, linkNo)
  ) without rowid, strict;
  create index if not exists links_old on links (createdAt);
  create table if not exists keys (id integer primary key, secret blob not null) strict;`;

export type MailCopy = {
  findLink(campaignId: string, linkNo: number): LinkRow | undefined;
  takeLinks(rows: readonly LinkRow[]): void;
  /** Links of campaigns that old are asked for when somebody still follows one. */
  forgetLinksBefore(createdAt: number): void;
  /** Encrypted, as the database has them. */
  keys(): LinkKeyRow[];
  takeKeys(rows: readonly LinkKeyRow[]): void;
  close(): void;
};

/** The links of recent campaigns and the keys of all, in a file: a mail's links work while the database is away. */
export function openMailCopy(folder: string, log: Log): MailCopy {
  const db = openLocalFile({ folder, name: 'mail-links.sqlite', schema, log });
  const columns = 'organizationId, campaignId, linkNo, clientId, url, createdAt';
  const read = db.prepare(`select ${columns} from links where campaignId = ? and linkNo = ?`);
  const write = db.prepare(`insert or ignore into links (${columns}) values (?, ?, ?, ?, ?, ?)`);
  const forget = db.prepare('delete from links where createdAt < ?');
  const readKeys = db.prepare('select id, secret from keys order by id');
  const writeKey = db.prepare('insert or replace into keys (id, secret) values (?, ?)');

  return {
    findLink: (campaignId, linkNo) => read.get(campaignId, linkNo) as LinkRow | undefined,
    takeLinks(rows) {
      db.exec('begin');
      for (const { organizationId, campaignId, linkNo, clientId, url, createdAt } of rows)
        write.run(organizationId, campaignId, linkNo, clientId, url, Math.floor(createdAt));
      db.exec('commit');
    },
    forgetLinksBefore: (createdAt) => void forget.run(createdAt),
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
