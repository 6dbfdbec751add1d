// A million rows from the file to contacts with a tag and an activity, against a bare COPY into an unlogged table and
// one upsert of the same names into the same table, with all its indexes and triggers, by its owner.
import pg from 'pg';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startPostgres } from '../apps/server/test/harness/postgres.ts';
import type { Figure } from './figures.ts';
import {
  type Browser,
  bundleServer,
  finished,
  peakMemory,
  type Server,
  signUp,
  startServer,
  upload,
} from './import-server.ts';

const rows = Number(process.argv[3] ?? 1_000_000);
const fewRows = 25_000;
const goals = { ratio: 0.6, memory: 350, fewSeconds: 15 };

export async function run(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  const owner = new pg.Client({ connectionString: postgres.ownerUrl() });
  const servers: Server[] = [];
  try {
    await migrate(postgres.ownerUrl(), () => {});
    await owner.connect();
    await bundleServer();
    const api = await startServer('api', postgres.appUrl());
    const worker = await startServer('worker', postgres.appUrl());
    servers.push(api, worker);
    await Promise.all(servers.map((server) => server.ready()));
    const browser = await signUp(api.origin);

    console.log(`idle: api ${peakMemory(api)} MB, worker ${peakMemory(worker)} MB`);
    const few = await measure(browser, fileOf(fewRows));
    await clear(owner);
    const bare = await bareRun(owner, fileOf(rows));
    await clear(owner);
    const ours = await measure(browser, fileOf(rows));
    return [...report(ours, bare), ...bounds(few, { api: peakMemory(api), worker: peakMemory(worker) })];
  } finally {
    for (const { child } of servers) child.kill('SIGKILL');
    await owner.end();
    await postgres.destroy();
  }
}

type Took = { upload: number; check: number; apply: number };

async function measure(browser: Browser, file: Buffer): Promise<Took> {
  const tag = await browser.call('POST', '/api/tags', { name: `Fair ${file.length}` });
  const times = [performance.now()];
  const id = await upload(browser, file);
  const { columns } = await browser.call('POST', `/api/imports/${id}/open`, {});
  times.push(performance.now());
  await browser.call('POST', `/api/imports/${id}/check`, {
    columns: (columns as { guess: object }[]).map(({ guess }) => guess),
    tagIds: [tag.id],
  });
  await finished(browser, id, ['checked']);
  times.push(performance.now());
  await browser.call('POST', `/api/imports/${id}/start`);
  await finished(browser, id, ['done']);
  times.push(performance.now());
  const [begun = 0, uploaded = 0, checked = 0, done = 0] = times.map((time) => time / 1_000);
  const took = { upload: uploaded - begun, check: checked - uploaded, apply: done - checked };
  console.log(`ours: ${JSON.stringify(took)}`);
  return took;
}

/** Seconds of the copy and of the upsert. */
async function bareRun(owner: pg.Client, file: Buffer): Promise<number> {
  const { rows: found } = await owner.query<{ id: string }>(
    "insert into organizations (name) values ('Bare') returning id",
  );
  await owner.query('create unlogged table stage (email text, first_name text, last_name text)');
  const folder = mkdtempSync(join(tmpdir(), 'waggle-import-'));
  const path = join(folder, 'people.csv');
  writeFileSync(path, file);
  // The database reads it under another user.
  chmodSync(folder, 0o755);
  const started = performance.now();
  await owner.query(`copy stage from '${path}' with (format csv, header true)`);
  const copied = performance.now();
  await owner.query(
    `insert into contacts (organization_id, email, first_name, last_name, source)
     select $1, email, first_name, last_name, 'import' from stage
     on conflict (organization_id, client_id, email_folded) do update
     set first_name = excluded.first_name, last_name = excluded.last_name`,
    [found[0]?.id],
  );
  const seconds = (performance.now() - started) / 1_000;
  rmSync(folder, { recursive: true });
  console.log(`bare: copy ${((copied - started) / 1_000).toFixed(1)} s, all ${seconds.toFixed(1)} s`);
  return seconds;
}

/** Both halves begin with empty tables. */
async function clear(owner: pg.Client): Promise<void> {
  await owner.query(
    'truncate contacts, contact_activity, contact_words, contact_tallies, contact_companies, contact_counts, tag_counts cascade',
  );
  await owner.query('checkpoint');
}

function report({ upload, check, apply }: Took, bare: number): Figure[] {
  const perSecond = (seconds: number) => Math.round(rows / seconds);
  const ratio = bare / (upload + apply);
  const values = {
    rows,
    upload_s: upload.toFixed(1),
    check_s: check.toFixed(1),
    apply_s: apply.toFixed(1),
    rows_per_s: perSecond(upload + apply),
    bare_per_s: perSecond(bare),
    ratio: ratio.toFixed(2),
    ratio_of_apply: (bare / apply).toFixed(2),
    goal: goals.ratio,
  };
  return [{ values, ok: ratio >= goals.ratio }];
}

function bounds(few: Took, memory: { api: number; worker: number }): Figure[] {
  const seconds = few.upload + few.check + few.apply;
  return [
    {
      values: { few_rows: fewRows, seconds: seconds.toFixed(1), goal: goals.fewSeconds },
      ok: seconds <= goals.fewSeconds,
    },
    {
      values: { api_rss_mb: memory.api, worker_rss_mb: memory.worker, goal: goals.memory },
      ok: Math.max(memory.api, memory.worker) <= goals.memory,
    },
  ];
}

const names = ['Ana', 'Ben', 'Cleo', 'Dana', 'Eli', 'Finn', 'Gia', 'Hugo', 'Ida', 'Jon', 'Kim', 'Lea', 'Max', 'Noa'];

function fileOf(count: number): Buffer {
  const lines = ['email,first_name,last_name'];
  for (let at = 0; at < count; at += 1) {
    const first = names[at % names.length];
    lines.push(`${first?.toLowerCase()}.${at}@house${at % 997}.example,${first},Keeper${at % 1_013}`);
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}
