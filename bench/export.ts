// A million contacts with tags leave as a file through the whole stack (session, tenant wall, guard, tags, HTTP), against a
// bare COPY of the same plain columns by the owner of the tables, in turns.
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { scenarios } from '../apps/server/db/seed/scenarios.ts';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { freePort, type Postgres, startPostgres } from '../apps/server/test/harness/postgres.ts';
import { type Figure, median, ratioFigure } from './figures.ts';
import { signIn, startApi } from './server.ts';

const contacts = 1_000_000;
const rounds = 5;
const goals = { firstByteMs: 1_000, rssMb: 80, ratio: 0.4 };
const path = '/api/contacts/export?fields=email,firstName,lastName,phone,source,tags,createdAt';

export async function run(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  const owner = new pg.Client({ connectionString: postgres.ownerUrl() });
  let api: ChildProcess | undefined;
  try {
    await migrate(postgres.ownerUrl(), () => {});
    await seed(postgres);
    await owner.connect();
    const organizationId = await load(owner);
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    api = startApi(port, postgres.appUrl(), await freePort(), { flags: ['--max-semi-space-size=4'] });
    const cookie = await signIn(origin);
    return await measure({ owner, organizationId, url: origin + path, cookie, pid: api.pid ?? 0 });
  } finally {
    api?.kill('SIGKILL');
    await owner.end();
    await postgres.destroy();
  }
}

async function seed(postgres: Postgres): Promise<void> {
  const database = openDatabase({
    DATABASE_URL: postgres.appUrl(),
    DATABASE_POOL_SIZE: 2,
    DATABASE_STATEMENT_TIMEOUT_MS: 5_000,
  });
  await scenarios['demo']!(database);
  await database.close();
}

/** Three of four contacts have two tags of 40. */
async function load(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(`select id from organizations where name = 'Fernhill Studio'`);
  const { id } = rows[0]!;
  // The people of the demo would be lines of the file too.
  await owner.query('truncate contacts, tags cascade');
  await forgetTheRest(owner);
  await owner.query(
    `insert into contacts (organization_id, email, first_name, last_name, phone, source, created_at)
     select $1, 'person' || n || '@example' || n % 5000 || '.com',
       (array['Ada', 'Grace', 'Linus', 'Émile', 'Zoë', 'Ken', 'Barbara', 'Dennis'])[1 + n % 8],
       (array['Lovelace', 'Hopper', 'Torvalds', 'Dupont', 'Müller', 'Thompson', 'Liskov'])[1 + n % 7],
       case when n % 3 = 0 then '+1 555 ' || lpad(n::text, 7, '0') end,
       (array['manual', 'import', 'form', 'api', 'automation'])[1 + n % 5], now() - n * interval '1 minute'
     from generate_series(1, $2::int) n`,
    [id, contacts],
  );
  await owner.query(`insert into tags (organization_id, name) select $1, 'Tag ' || n from generate_series(1, 40) n`, [
    id,
  ]);
  await owner.query(
    `insert into contact_tags (organization_id, contact_id, tag_id, contact_created_at)
     select $1, c.id, t.id, c.created_at from (select id, created_at, row_number() over (order by id) as n from contacts) c
     join (select id, row_number() over (order by id) as k from tags) t on t.k in (1 + c.n % 40, 1 + c.n % 7) and c.n % 4 > 0`,
    [id],
  );
  for (const table of ['contacts', 'contact_tags', 'tags']) await owner.query(`vacuum analyze ${table}`);
  return id;
}

/** Slow to fill, and an export never reads them: all indexes but the primary keys, the checks of references, the counts. */
async function forgetTheRest(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index
     where indrelid in ('contacts'::regclass, 'contact_tags'::regclass) and not indisprimary
       and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  for (const { name } of rows) await owner.query(`drop index ${name}`);
  await owner.query('set session_replication_role = replica');
}

type Scene = { owner: pg.Client; organizationId: string; url: string; cookie: string; pid: number };

async function measure({ owner, organizationId, url, cookie, pid }: Scene): Promise<Figure[]> {
  const plain = `select email, first_name, last_name, phone, source, created_at from contacts where organization_id = '${organizationId}'`;
  const ours: number[] = [];
  const bare: number[] = [];
  const firstBytes: number[] = [];
  const before = residentMb(pid);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, residentMb(pid))), 20);
  // The first round warms both up and does not count.
  for (let round = -1; round < rounds; round += 1) {
    bare.push(await copiedPerSecond(owner, plain));
    const { rowsPerSecond, firstByteMs } = await exported(url, cookie);
    ours.push(rowsPerSecond);
    firstBytes.push(firstByteMs);
  }
  clearInterval(watch);
  const firstByte = Math.round(median(firstBytes.slice(1)));
  const growth = Math.round(most - before);
  return [
    { values: { first_byte_ms: firstByte, goal: goals.firstByteMs }, ok: firstByte <= goals.firstByteMs },
    { values: { rss_growth_mb: growth, from_mb: Math.round(before), goal: goals.rssMb }, ok: growth <= goals.rssMb },
    ratioFigure('rows_per_s', ours.slice(1), bare.slice(1), goals.ratio),
  ];
}

async function copiedPerSecond(client: pg.Client, query: string): Promise<number> {
  const started = performance.now();
  if ((await copiedBytes(client, query)) === 0) throw new Error('Nothing was copied.');
  return contacts / ((performance.now() - started) / 1_000);
}

/** The least a client can do: count what comes. */
const copiedBytes = (client: pg.Client, query: string): Promise<number> =>
  new Promise((resolve, reject) => {
    let bytes = 0;
    client.query({
      submit: (connection: { query(text: string): void }) =>
        connection.query(`copy (${query}) to stdout with (format csv)`),
      handleCopyData: ({ chunk }: { chunk: Buffer }) => (bytes += chunk.length),
      handleCommandComplete: () => {},
      handleReadyForQuery: () => resolve(bytes),
      handleError: reject,
    } as unknown as pg.Submittable);
  });

async function exported(url: string, cookie: string) {
  const started = performance.now();
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url, { headers: { cookie } }, resolve).on('error', reject),
  );
  if (answer.statusCode !== 200) throw new Error(`The export answered ${answer.statusCode}.`);
  let firstByteMs = 0;
  let lines = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    firstByteMs ||= performance.now() - started;
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines += 1;
  }
  const rowsPerSecond = contacts / ((performance.now() - started) / 1_000);
  if (lines !== contacts + 1) throw new Error(`The file has ${lines} lines.`);
  // The server puts its connection back after the last byte.
  await pause(200);
  return { rowsPerSecond, firstByteMs };
}

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
