// An email of 300 blocks, saved again after each change as the editor does, against bare Fastify that stores the same JSON.
import { type ChildProcess, spawn } from 'node:child_process';
import pg from 'pg';
import { scenarios } from '../apps/server/db/seed/scenarios.ts';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { freePort, startPostgres } from '../apps/server/test/harness/postgres.ts';
import { defaultTheme, type EmailDocument } from '../packages/contracts/src/email-document.ts';
import type { Figure } from './figures.ts';
import { answering, signIn, startApi } from './server.ts';
import { percentile } from './steady-load.ts';

const saves = 200;
const goalMs = 100;

/** Paragraphs with bold words and a link, as people write them: 250 kB of JSON. */
const documentOf = (change: number): EmailDocument => ({
  version: 1,
  theme: defaultTheme,
  blocks: Array.from({ length: 300 }, (_, at) => ({
    kind: 'text' as const,
    id: `block-${at}`,
    body: [
      {
        type: 'paragraph' as const,
        children: [
          {
            text: `Change ${change}, block ${at}. ${'Bread is baked at night and sold warm in the morning. '.repeat(8)}`,
          },
          { text: 'Ready on Friday', bold: true as const },
          { text: 'see the shelf', href: `https://maple.example/shelf?block=${at}` },
        ],
      },
    ],
  })),
});

export async function run(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  const children: ChildProcess[] = [];
  try {
    const [bare, { ours, cookie }] = await start(postgres, children);
    const made = await ask(`${ours}/api/campaigns`, 'POST', cookie, {
      clientId: null,
      name: 'A',
      subject: 'A',
      document: documentOf(0),
    });
    const { id } = (await made.json()) as { id: string };
    const times: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
    // In turns, so that work of others on the machine falls on both alike. The first ones warm up and do not count.
    for (let save = -20; save < saves; save += 1) {
      const body = { document: documentOf(save) };
      const pair = [
        await timed(() => ask(`${bare}/`, 'PUT', '', body)),
        await timed(() => ask(`${ours}/api/campaigns/${id}`, 'PUT', cookie, body)),
      ];
      if (save < 0) continue;
      times.bare.push(pair[0]!);
      times.ours.push(pair[1]!);
    }
    const [p50, p95, barely] = [percentile(times.ours, 0.5), percentile(times.ours, 0.95), percentile(times.bare, 0.5)];
    const kilobytes = Math.round(JSON.stringify(documentOf(1)).length / 1_000);
    const ratio = (p50 / barely).toFixed(2);
    return [
      {
        values: {
          kB: kilobytes,
          p50_ms: p50.toFixed(1),
          p95_ms: p95.toFixed(1),
          bare_p50_ms: barely.toFixed(1),
          ratio,
          goal: goalMs,
        },
        ok: p95 <= goalMs,
      },
    ];
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await postgres.destroy();
  }
}

async function start(postgres: Awaited<ReturnType<typeof startPostgres>>, children: ChildProcess[]) {
  await migrate(postgres.ownerUrl(), () => {});
  const database = openDatabase({
    DATABASE_URL: postgres.appUrl(),
    DATABASE_POOL_SIZE: 2,
    DATABASE_STATEMENT_TIMEOUT_MS: 5_000,
  });
  await scenarios['demo']!(database);
  await database.close();
  const owner = new pg.Client({ connectionString: postgres.ownerUrl() });
  await owner.connect();
  await owner.query(
    `create table bare_save (document jsonb); create table bare_kept (document jsonb); insert into bare_save values ('{}')`,
  );
  await owner.end();
  const [apiPort, barePort] = [await freePort(), await freePort()];
  const [ours, bare] = [`http://127.0.0.1:${apiPort}`, `http://127.0.0.1:${barePort}`];
  children.push(
    startApi(apiPort, postgres.appUrl(), await freePort(), {
      env: { UNSAFE_NO_RATE_LIMITS: 'true', WAGGLE_MODE: 'test' },
    }),
    spawn('node', ['bare-save.ts', String(barePort), postgres.ownerUrl()], {
      cwd: new URL('.', import.meta.url).pathname,
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  const cookie = await signIn(ours);
  await answering(`${bare}/healthz`);
  return [bare, { ours, cookie }] as const;
}

async function ask(url: string, method: string, cookie: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', cookie, origin: new URL(url).origin };
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** Milliseconds until the whole answer is here. */
async function timed(call: () => Promise<Response>): Promise<number> {
  const began = performance.now();
  await (await call()).arrayBuffer();
  return performance.now() - began;
}
