// An import of 25,000 rows, with repeated, broken and opted-out ones, while the processes that serve and work are killed
// again and again: it goes on by itself, every row is in exactly one count, and nobody is there twice.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort, startPostgres } from '../apps/server/test/harness/postgres.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import type { Figure } from '../bench/figures.ts';
import {
  type Browser,
  bundleServer,
  finished,
  type Server,
  signUp,
  startServer,
  upload,
} from '../bench/import-server.ts';
import { createRandom } from './random.ts';

const rows = 25_000;
const kills = 5;
const seeds = 3;

export async function run(): Promise<Figure[]> {
  const first = Number(process.argv[3] ?? randomInt(2 ** 30));
  await bundleServer();
  const figures: Figure[] = [];
  for (let seed = first; seed < first + seeds; seed += 1) figures.push(await play(seed));
  return figures;
}

async function play(seed: number): Promise<Figure> {
  const postgres = await startPostgres({ durable: true });
  const owner = new pg.Client({ connectionString: postgres.ownerUrl() });
  const port = await freePort();
  const crew = supervise((role) => startServer(role, postgres.appUrl(), role === 'api' ? port : undefined));
  try {
    await migrate(postgres.ownerUrl(), () => {});
    await owner.connect();
    await crew.start();
    const browser = await signUp(`http://127.0.0.1:${port}`);
    const random = createRandom(seed);
    const file = fileOf(random);
    await optOut(browser);

    const id = await upload(browser, file);
    const { columns } = await browser.call('POST', `/api/imports/${id}/open`, {});
    const plan = { columns: (columns as { guess: object }[]).map(({ guess }) => guess) };
    await browser.call('POST', `/api/imports/${id}/check`, plan);
    crew.kill(random() < 0.5 ? 'api' : 'worker');
    await finished(browser, id, ['checked']);
    await browser.call('POST', `/api/imports/${id}/start`);
    for (let kill = 0; kill < kills; kill += 1) {
      await pause(300 + random() * 1_500);
      crew.kill(random() < 0.3 ? 'api' : 'worker');
    }
    const done = await finished(browser, id, ['done']);
    return await fakeSmtp(owner, { seed, id, done, killed: crew.killed() });
  } finally {
    crew.stop();
    await owner.end();
    await postgres.destroy();
  }
}

type End = { seed: number; id: string; done: Record<string, unknown>; killed: number };

async function fakeSmtp(owner: pg.Client, { seed, id, done, killed }: End): Promise<Figure> {
  const counts = done['counts'] as Counts;
  const seen = await recount(owner, id);
  const { duplicate: duplicates, invalid, blocked, overLimit } = counts;
  const wrong = [
    Object.values(counts).reduce((sum, count) => sum + count, 0) - rows,
    seen.created - counts.created,
    seen.activity - counts.created,
    seen.errors - invalid - blocked - overLimit,
    seen.counted - seen.recounted,
    seen.doubled,
    seen.revived,
  ].filter((difference) => difference !== 0).length;
  const foretold = JSON.stringify(done['checked']) === JSON.stringify(counts);
  const { created: imported, errors, doubled, revived } = seen;
  return {
    values: { seed, rows, kills: killed, imported, duplicates, errors, doubled, revived },
    ok: wrong === 0 && foretold,
  };
}

type Counts = Record<'created' | 'duplicate' | 'invalid' | 'blocked' | 'overLimit', number>;
type Seen = Record<'created' | 'doubled' | 'errors' | 'activity' | 'revived' | 'counted' | 'recounted', number>;

/** What the tables say, whatever the import counted. */
async function recount(owner: pg.Client, id: string): Promise<Seen> {
  const { rows: found } = await owner.query<Seen>(
    `select (select count(*)::int from contacts where import_id = $1) as created,
       (select count(*)::int from (select email_folded from contacts group by 1 having count(*) > 1) d) as doubled,
       (select count(*)::int from import_errors where import_id = $1) as errors,
       (select count(*)::int from contact_activity where ref_id = $1) as activity,
       (select count(*)::int from contacts where email_folded like 'out%' and status = 'active') as revived,
       (select sum(counted)::int from contact_counts) as counted,
       (select count(*)::int from contacts where status in ('active', 'lead')) as recounted`,
    [id],
  );
  return found[0] as Seen;
}

/** Every tenth row is said twice, every twentieth is broken, and ten people have opted out. */
function fileOf(random: () => number): Buffer {
  const lines = ['email,first_name'];
  for (let at = 0; at < rows; at += 1) {
    const kind = random();
    if (at < 10) lines.push(`out${at}@house.example,Out`);
    else if (kind < 0.1) lines.push(`P${Math.floor(random() * at)}@house.example,Again`);
    else if (kind < 0.15) lines.push(`broken ${at},Broken`);
    else lines.push(`p${at}@house.example,Person`);
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}

async function optOut({ call }: Browser): Promise<void> {
  for (let at = 0; at < 10; at += 1) {
    const { id } = await call('POST', '/api/contacts', { email: `out${at}@house.example` });
    await call('PUT', `/api/contacts/${id}`, { status: 'unsubscribed' });
  }
}

type Role = 'api' | 'worker';

/** Starts again whatever ends. */
function supervise(start: (role: Role) => Promise<Server>) {
  const servers = new Map<Role, Server>();
  let stopping = false;
  let killed = 0;
  const begin = async (role: Role): Promise<Server> => {
    const server = await start(role);
    servers.set(role, server);
    server.child.once('exit', () => {
      if (!stopping) setTimeout(() => void begin(role), 300);
    });
    return server;
  };
  return {
    async start() {
      for (const role of ['api', 'worker'] as const) await (await begin(role)).ready();
    },
    kill(role: Role) {
      if (servers.get(role)?.child.kill('SIGKILL')) killed += 1;
    },
    killed: () => killed,
    stop() {
      stopping = true;
      for (const { child } of servers.values()) child.kill('SIGKILL');
    },
  };
}
