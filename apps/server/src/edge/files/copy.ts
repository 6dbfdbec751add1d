import type { Log } from '../../platform/log.ts';
import { openLocalFile } from '../replica/local-file.ts';
import type { PublicFileRow } from './queries.ts';

const schema = `
  drop table if exists files;
  create table if not exists public_files (
    token text primary key, contentType text not null, bytes integer not null, sha256 blob not null, place text not null,
    organizationId text not null, clientId text, contentId text not null, content blob, usedAt integer not null
  ) strict;
  create index if not exists public_files_used on public_files (usedAt);`;

/** Without its content for a large one. */
export type CopiedFile = PublicFileRow & { content: Buffer | null };

export type FileCopy = {
  find(token: string): CopiedFile | undefined;
  take(file: CopiedFile): void;
  /** It is in use, and so forgotten later than others. */
  touch(token: string): void;
  forget(tokens: readonly string[]): void;
  /** In their order, after the given one. */
  tokensAfter(token: string, most: number): string[];
  close(): void;
};

type StoredRow = Omit<CopiedFile, 'sha256' | 'content'> & { sha256: Uint8Array; content: Uint8Array | null };

/** What an edge served, in a file of its own: small files work while the database is away. Those nobody asks for make room. */
export function openFileCopy(folder: string, log: Log, mostBytes: number): FileCopy {
  const db = openLocalFile({ folder, name: 'files.sqlite', schema, log });
  const columns = 'token, contentType, bytes, sha256, place, organizationId, clientId, contentId, content';
  const read = db.prepare(`select ${columns} from public_files where token = ?`);
  const write = db.prepare(
    `insert or replace into public_files (${columns}, usedAt) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const touch = db.prepare('update public_files set usedAt = ? where token = ?');
  const remove = db.prepare('delete from public_files where token in (select value from json_each(?))');
  const after = db.prepare('select token from public_files where token > ? order by token limit ?');
  const oldest = db.prepare('select token from public_files order by usedAt, rowid limit 1');
  const size = db.prepare(
    'select coalesce(sum(case when content is null then 500 else 500 + bytes end), 0) as bytes from public_files',
  );
  const isFull = () => Number(size.get()?.['bytes']) > mostBytes;
  const forget = (tokens: readonly string[]) => void remove.run(JSON.stringify(tokens));

  return {
    forget,
    find(token) {
      const row = read.get(token) as StoredRow | undefined;
      return row && { ...row, sha256: Buffer.from(row.sha256), content: row.content && Buffer.from(row.content) };
    },
    take({ token, contentType, bytes, sha256, place, organizationId, clientId, contentId, content }) {
      write.run(token, contentType, bytes, sha256, place, organizationId, clientId, contentId, content, Date.now());
      while (isFull()) forget(oldest.all().map((row) => String(row['token'])));
    },
    touch: (token) => void touch.run(Date.now(), token),
    tokensAfter: (token, most) => after.all(token, most).map((row) => String(row['token'])),
    close: () => db.close(),
  };
}
