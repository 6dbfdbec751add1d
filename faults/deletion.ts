// An organization with 300,000 contacts, their tags, timeline, audit log and a sent campaign is deleted over HTTP while its
// worker is killed again and again: every row of it is gone in the end, and another organization hardly notices.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { freePort, startPostgres } from '../apps/server/test/harness/postgres.ts';
import type { Figure } from '../bench/figures.ts';
import { type Browser, bundleServer, type Server, signUp, startServer } from '../bench/import-server.ts';

const people = Number(process.argv[3] ?? 300_000);
const kills = 2;

export async function run(): Promise<Figure[]> {
  await bundleServer();
  const postgres = await startPostgres({ durable: true });
  const owner = new pg.Client({ connectionString: postgres.ownerUrl() });
  const servers: Server[] = [];
  const start = async (role: 'api' | 'worker', port?: number) => {
    const server = await startServer(role, postgres.appUrl(), port);
    servers.push(server);
    await server.ready();
    return server;
  };
  try {
    await migrate(postgres.ownerUrl(), () => {});
    await owner.connect();
    const port = await freePort();
    await start('api', port);
    const address = `http://127.0.0.1:${port}`;
    const [deleted, bystander] = [await signUp(address), await signUp(address)];
    const organizationId = await firstOrganization(owner);
    await grow(owner, organizationId);

    const before = await measureWrites(bystander, pause(5_000));
    const watch = watchTransactions(postgres.ownerUrl());
    const asked = performance.now();
    await deleteOrganization(deleted);
    const answerMs = Math.round(performance.now() - asked);
    const gone = deleteRows(owner, organizationId, () => start('worker'));
    const during = await measureWrites(bystander, gone);
    const rows = await rowsLeft(owner, organizationId);
    return [
      {
        values: {
          people,
          answerMs,
          seconds: Math.round((performance.now() - asked) / 1_000),
          kills,
          longestTransactionMs: Math.round(await watch.stop()),
          writes: during.count,
          longestWriteMs: during.longest,
          longestWriteBeforeMs: before.longest,
          failedWrites: during.failed,
          rowsLeft: rows,
        },
        ok: rows === 0 && during.failed === 0 && during.longest < 1_000 && answerMs < 1_000,
      },
    ];
  } finally {
    for (const { child } of servers) child.kill('SIGKILL');
    await owner.end();
    await postgres.destroy();
  }
}

const firstOrganization = async (owner: pg.Client): Promise<string> =>
  (await owner.query('select id from organizations order by created_at, id limit 1')).rows[0].id;

/** What a large organization has after a few campaigns. */
async function grow(owner: pg.Client, organizationId: string): Promise<void> {
  const statements = [
    `insert into contacts (organization_id, email, first_name) select $1, 'p' || n || '@r' || n % 25 || '.example', 'Person' from generate_series(1, ${people}) n`,
    `insert into tags (organization_id, name) select $1, 'Tag ' || n from generate_series(1, 2) n`,
    `insert into contact_tags (organization_id, contact_id, tag_id, contact_created_at)
     select $1, c.id, t.id, c.created_at from contacts c, tags t where c.organization_id = $1 and t.organization_id = $1`,
    `insert into contact_activity (organization_id, contact_id, type, happened_at)
     select $1, id, kind, now() from contacts, unnest(array['contact.created', 'email.sent', 'email.opened']) kind where organization_id = $1`,
    `insert into campaigns (organization_id, name, status, subject, content, recipients, tracking, campaign_month, audience, sent_at)
     values ($1, 'News', 'ACTIVE', 'Hello', '{}', '{}', '{}', date_trunc('month', now()), ${people}, now())`,
    `insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, state, receiver)
     select $1, m.campaign_month, m.id, c.id, 'accepted', 'r.example' from campaigns m, contacts c where m.organization_id = $1 and c.organization_id = $1`,
    `insert into engagement_events (organization_id, happened_at, id, kind, subject_id, label, label_reason, rule_version, first_of_day, device)
     select $1, now(), id, 'opened', $1, 'human', '', 1, true, 'phone' from contacts where organization_id = $1`,
    `insert into suppressions (organization_id, channel, address_hash, reason, source)
     select $1, 'email', sha256(id::text::bytea), 'unsubscribed', 'link' from contacts where organization_id = $1 limit ${Math.round(people / 10)}`,
    `insert into audit_log (organization_id, actor_kind, action, entity_type, entity_id, outcome)
     select $1, 'user', 'contacts.update', 'contact', id, 'succeeded' from contacts where organization_id = $1 limit ${Math.round(people / 3)}`,
  ];
  for (const statement of statements) await owner.query(statement.replaceAll('$1', `'${organizationId}'::uuid`));
  await owner.query('analyze');
}

async function deleteOrganization({ call }: Browser): Promise<void> {
  await call('DELETE', '/api/organization', { name: 'House', password: 'violet harbour 42' });
}

/** The worker is killed while rows go; the next one goes on. */
async function deleteRows(owner: pg.Client, organizationId: string, startWorker: () => Promise<Server>): Promise<void> {
  const contacts = async () =>
    Number(
      (await owner.query('select counted from contact_counts where organization_id = $1', [organizationId])).rows[0]
        ?.counted ?? 0,
    );
  for (let killed = 0; killed <= kills; killed += 1) {
    const worker = await startWorker();
    // The counter follows every batch of contacts.
    const enough = killed === kills ? 0 : people * (1 - (killed + 1) / (kills + 2));
    while ((await contacts()) > enough) await pause(20);
    if (killed < kills) worker.child.kill('SIGKILL');
  }
  while ((await owner.query('select from organizations where id = $1', [organizationId])).rowCount) await pause(50);
}

/** Adds contacts of another organization, one after the other, until the end. */
async function measureWrites({ call }: Browser, end: Promise<unknown>) {
  const found = { count: 0, failed: 0, longest: 0 };
  const over = new AbortController();
  void end.finally(() => over.abort());
  while (!over.signal.aborted) {
    const started = performance.now();
    await call('POST', '/api/contacts', { email: `${Date.now()}.${found.count}@bystander.example` }).catch(
      () => (found.failed += 1),
    );
    found.longest = Math.max(found.longest, Math.round(performance.now() - started));
    found.count += 1;
    await pause(50);
  }
  await end;
  return found;
}

/** Milliseconds of the longest transaction of the application, looked at every 20. */
function watchTransactions(url: string) {
  const stopping = new AbortController();
  const watching = (async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    let longest = 0;
    while (!stopping.signal.aborted) {
      const { rows } = await client.query<{ ms: number | null }>(
        `select (max(extract(epoch from clock_timestamp() - xact_start)) * 1000)::float8 as ms from pg_stat_activity where usename = 'waggle_app'`,
      );
      longest = Math.max(longest, rows[0]?.ms ?? 0);
      await pause(20);
    }
    await client.end();
    return longest;
  })();
  return {
    stop: () => {
      stopping.abort();
      return watching;
    },
  };
}

/** Rows in every table that names an organization, partitions and foreign keys or not. */
async function rowsLeft(owner: pg.Client, organizationId: string): Promise<number> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
     where c.relkind in ('r', 'p') and not c.relispartition`,
  );
  let left = 0;
  for (const { name } of rows)
    left += Number(
      (await owner.query(`select count(*) from ${name} where organization_id = $1`, [organizationId])).rows[0].count,
    );
  return left;
}
