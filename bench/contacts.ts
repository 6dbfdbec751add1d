// Pages, searches, tag filters and segments of an organization with a million contacts, twenty people at once, through
// the whole API. Two hundred other organizations stand beside it in the same tables. `node bench/run.ts contacts [how many]`.
import type { ChildProcess } from 'node:child_process';
import pg from 'pg';
import { scenarios } from '../apps/server/db/seed/scenarios.ts';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { freePort, type Postgres, startPostgres } from '../apps/server/test/harness/postgres.ts';
import { mostSortedByField } from '../packages/contracts/src/contacts.ts';
import { type Latency, visit } from './closed-loop.ts';
import { firstNames, lastNames, loadContacts, tagEvery } from './contacts-data.ts';
import type { Figure } from './figures.ts';
import { countedAlone, segmentCounts } from './contacts-segments.ts';
import { signIn, startApi } from './server.ts';

const contacts = Number(process.argv[3] ?? 1_000_000);
const users = 20;
const seconds = 10;
/** Milliseconds of the slowest twentieth and hundredth. */
const goals = { p95: 120, p99: 250 };
/** Companies are put together from 50,000 rows for each page. */
const companyGoals = { p95: 150, p99: 300 };
/** What the last page may cost of the first. */
const deepGoal = 1.5;

export async function run(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true });
  const owner = new pg.Client({ connectionString: postgres.ownerUrl() });
  try {
    await migrate(postgres.ownerUrl(), () => {});
    const database = openDatabase({
      DATABASE_URL: postgres.appUrl(),
      DATABASE_POOL_SIZE: 2,
      DATABASE_STATEMENT_TIMEOUT_MS: 5_000,
    });
    await scenarios['demo']!(database);
    await database.close();
    await owner.connect();
    const { rows } = await owner.query<{ id: string }>(
      `update organizations set subscription_tier = 'system' where name = 'Fernhill Studio' returning id`,
    );
    const organizationId = rows[0]?.id ?? '';
    return await measure(postgres, owner, organizationId, await loadContacts(owner, organizationId, contacts));
  } finally {
    await owner.end().catch(() => {});
    await postgres.destroy();
  }
}

export async function measure(
  postgres: Pick<Postgres, 'appUrl'>,
  owner: pg.Client,
  organizationId: string,
  tags: string[],
): Promise<Figure[]> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const api: ChildProcess = startApi(port, postgres.appUrl(), await freePort());
  try {
    const cookie = await signIn(origin);
    const segments = await segmentCounts({ origin, cookie, owner, organizationId, tags });
    const mixes: Record<string, string[]> = {
      'page-1': ['', '&sort=createdAt', '&sort=name', '&sort=-email'].map((rest) => list(rest)),
      ...Object.fromEntries(sorts.map((sort) => [`by-${sort}`, [list(`&sort=${sort}`), list(`&sort=-${sort}`)]])),
      'page-n': (await cursors(owner, organizationId)).map((rest) => list(rest)),
      search: await searches(owner, organizationId, search),
      palette: await searches(owner, organizationId, inPalette),
      tag: tags.map((tagId) => list(`&tagId=${tagId}`)),
      companies: companyPages,
      company: await ofCompanies(owner, organizationId),
      'by-custom-field': await sortedByField(owner, organizationId, tags),
    };
    const alone = await countedAlone({ origin, cookie }, [...segments.saved, ['custom field', segments.custom]]);
    const scansBefore = await sequentialScans(owner);
    const latencies = new Map<string, Latency>();
    const measureMix = (name: string, paths: string[]) => {
      visit(origin, { cookie, paths, users, seconds: 2 });
      latencies.set(name, visit(origin, { cookie, paths, users, seconds }));
    };
    for (const [name, paths] of Object.entries(mixes)) measureMix(name, paths);
    // A count of most contacts may read them in any order; a page may not.
    const scans = await scanFigure(owner, scansBefore);
    measureMix('segments', [...segments.saved.values()]);
    return [...figures(latencies), scans, ...alone];
  } finally {
    api.kill('SIGKILL');
  }
}

function* figures(latencies: Map<string, Latency>): Generator<Figure> {
  for (const [list, { requests, p50, p95, p99 }] of latencies) {
    const goal = list === 'companies' ? companyGoals : goals;
    yield {
      values: { list, per_s: Math.round(requests / seconds), p50, p95, p99, goal: `${goal.p95}/${goal.p99}` },
      ok: p95 <= goal.p95 && p99 <= goal.p99,
    };
  }
  const ratio = (latencies.get('page-n')?.p50 ?? 0) / (latencies.get('page-1')?.p50 ?? 1);
  yield { values: { page_n_of_page_1: ratio.toFixed(2), goal: deepGoal }, ok: ratio <= deepGoal };
}

const sorts = ['lastActivityAt', 'status', 'source', 'name', 'email', 'company', 'createdAt'];

const companyPages = ['', 'sort=name', 'search=maple%201', 'search=nobody'].map(
  (rest) => `/api/contacts/companies?${rest}`,
);

/** Contacts of one company, as its row leads to them. */
async function ofCompanies(owner: pg.Client, organizationId: string): Promise<string[]> {
  const { rows } = await owner.query<{ company: string }>(
    `select company from contacts tablesample system (0.5) where organization_id = $1 and company is not null order by random() limit 100`,
    [organizationId],
  );
  return rows.map(({ company }) => {
    const rules = { match: 'all', rules: [{ kind: 'text', field: 'company', op: 'is', value: company }] };
    return list(`&rules=${encodeURIComponent(JSON.stringify(rules))}`);
  });
}

/** A number and a text of those with the largest tag that may be sorted so. */
async function sortedByField(owner: pg.Client, organizationId: string, tags: string[]): Promise<string[]> {
  await owner.query(
    `insert into contact_fields (organization_id, key, label, type, position)
     values ($1, 'score', 'Score', 'number', 2), ($1, 'city', 'City', 'text', 3) on conflict do nothing`,
    [organizationId],
  );
  const at = tagEvery.findIndex((every) => contacts / every < mostSortedByField * 0.95);
  return ['score', '-score', 'city', '-city'].map((sort) =>
    list(`&tagId=${tags[at]}&sort=${sort.replace(/^-?/, '$&custom.')}`),
  );
}

const list = (rest: string) => `/api/contacts?limit=50${rest}`;
const search = (text: string) => list(`&search=${encodeURIComponent(text)}`);
const inPalette = (text: string) => `/api/contacts?limit=5&search=${encodeURIComponent(text)}`;

/** Places all over the list, as the pages before them would have named them. */
async function cursors(owner: pg.Client, organizationId: string): Promise<string[]> {
  const { rows } = await owner.query<{ at: string; name: string; id: string }>(
    `select created_at::text as at, name_folded as name, id from contacts tablesample system (0.5)
     where organization_id = $1 order by random() limit 100`,
    [organizationId],
  );
  return rows.map(({ at, name, id }, place) => {
    const sort = place % 2 === 0 ? '' : '&sort=name';
    return `${sort}&cursor=${Buffer.from(JSON.stringify([sort ? name : at, id])).toString('base64url')}`;
  });
}

/** Of ten searches: four last names (2 % each), two full names (0.04 %), two addresses, a number, and one that nobody has. */
async function searches(owner: pg.Client, organizationId: string, search: (text: string) => string): Promise<string[]> {
  const { rows } = await owner.query<{ email: string; phone: string }>(
    `select email, phone from contacts tablesample system (0.5)
     where organization_id = $1 and phone is not null order by random() limit 100`,
    [organizationId],
  );
  return rows.flatMap(({ email, phone }, at) => {
    const name = (step: number) => lastNames[(at * 4 + step) % lastNames.length] ?? '';
    const full = (step: number) => `${firstNames[(at * 3 + step) % firstNames.length] ?? ''} ${name(step)}`;
    return [
      name(0),
      full(1),
      email,
      name(1),
      phone,
      name(2).slice(0, 4),
      full(2),
      email.slice(0, email.indexOf('@') + 1),
      name(3),
      `nobody${at} ${name(0)}`,
    ].map(search);
  });
}

async function sequentialScans(owner: pg.Client): Promise<number> {
  // What a connection counts is seen a second after it falls idle.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const { rows } = await owner.query<{ scans: string }>(
    `select seq_scan as scans from pg_stat_user_tables where relname = 'contacts'`,
  );
  return Number(rows[0]?.scans);
}

async function scanFigure(owner: pg.Client, before: number): Promise<Figure> {
  const scans = (await sequentialScans(owner)) - before;
  return { values: { sequential_scans: scans, goal: 0 }, ok: scans === 0 };
}
