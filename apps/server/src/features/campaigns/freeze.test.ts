import type { Recipients } from '@waggle/contracts/campaigns';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { say } from '../../../test/matrix/say.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from '../../../test/sending/ready-admin.ts';
import { type Steps, stepsOf } from '../../../test/sending/steps.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { beginStretch, freezeStretch } from './audience/queries.ts';
import { freezeAudience } from './freeze.ts';
import { startDue } from './start-due/start-due.ts';

const people = 20_000;
/** Contacts in the first transaction; the next ones follow how long it took. */
const firstStretch = 4_000;
let api: TestApi;
let admin: ReadyAdmin;
let steps: Steps;
beforeAll(async () => {
  api = await startTestApi();
  admin = await readyAdmin(api);
  steps = stepsOf(api, admin.user.organizationId);
  await addPeople(api, admin, people);
});
afterAll(() => api.close());

const jobsOf = async (campaignId: string, name: string) =>
  (
    await api.db.owner.query<{ state: string }>(
      `select state from pgboss.job where name = $1 and data->'payload'->>'campaignId' = $2`,
      [name, campaignId],
    )
  ).rows.length;
const rowsOf = async (campaignId: string) =>
  (
    await api.db.owner.query<{ people: number; contacts: number }>(
      `select count(*)::int as people, count(distinct contact_id)::int as contacts from campaign_sends where campaign_id = $1`,
      [campaignId],
    )
  ).rows[0]!;
const send = (id: string) => admin.request('POST', `/api/campaigns/${id}/send`);

describe('F03 send', () => {
  test('leaves both the new state and the work, or none of them', async () => {
    const { id } = await draft(admin);
    await api.db.owner.query(`
      create function refuse_job() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
      create trigger refuse before insert on pgboss.job_common
        for each row when (new.name = 'campaigns.start') execute function refuse_job();`);

    const broken = await send(id);
    await api.db.owner.query('drop trigger refuse on pgboss.job_common');
    const after = await ask(admin, 'GET', `/api/campaigns/${id}`);
    const worked = await send(id);

    expect(broken.status).toBe(500);
    expect(after).toMatchObject({ status: 'DRAFT', scheduledAt: null });
    expect(worked.status).toBe(200);
    expect(await jobsOf(id, 'campaigns.start')).toBe(1);
    await ask(admin, 'POST', `/api/campaigns/${id}/cancel`);
  });

  test('is found by its row when the work for it was lost', async () => {
    const { id } = await draft(admin);
    await send(id);
    await api.db.owner.query(`delete from pgboss.job where data->'payload'->>'campaignId' = $1`, [id]);

    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 3 }, () => startDue(api.database, signal)));

    expect(await jobsOf(id, 'campaigns.start')).toBe(1);
    await ask(admin, 'POST', `/api/campaigns/${id}/cancel`);
  });
});

describe('F04 an audience that is being frozen', () => {
  test('has exactly its people after it was interrupted between two stretches and killed within one', async () => {
    const { id } = await draft(admin);
    await send(id);
    await steps.begin(id);
    const ctx = steps.ctxAt(new Date());

    await expect(freezeAudience(ctx, id, stopsAfterOne())).rejects.toThrow('stopped');
    const first = await rowsOf(id);
    const killed = freezeAudience(ctx, id, new AbortController().signal).then(
      () => 'done',
      () => 'killed',
    );
    await killBackends();
    const outcome = await killed;
    const between = await rowsOf(id);
    await Promise.all([steps.freeze(id), steps.freeze(id)]);

    say(`freeze: ${first.people} rows at the stop, ${between.people} after a kill (${outcome}), ${people} in the end`);
    expect(first.people).toBe(firstStretch);
    expect(between.people).toBe(between.contacts);
    expect(between.people).toBeGreaterThanOrEqual(firstStretch);
    expect(await rowsOf(id)).toEqual({ people, contacts: people });
    expect(await ask(admin, 'GET', `/api/campaigns/${id}`)).toMatchObject({
      audience: people,
      progress: { pending: people },
    });
    await ask(admin, 'POST', `/api/campaigns/${id}/cancel`);
  });

  test('is begun once by many at once', async () => {
    const { id } = await draft(admin);
    await send(id);

    await Promise.all(Array.from({ length: 6 }, () => steps.begin(id)));

    expect(await jobsOf(id, 'campaigns.freeze')).toBe(1);
    await ask(admin, 'POST', `/api/campaigns/${id}/cancel`);
  });

  test('is held when a tag it excludes by is deleted in the middle', async () => {
    const tag = await ask(admin, 'POST', '/api/tags', { name: 'Press', color: '#10B981' });
    const { id } = await draft(admin, { recipients: { type: 'all', exclude: { tagIds: [tag.id] } } });
    await send(id);
    await steps.begin(id);
    await ask(admin, 'DELETE', `/api/tags/${tag.id}`);

    await steps.freeze(id);

    expect(await ask(admin, 'GET', `/api/campaigns/${id}`)).toMatchObject({
      status: 'PAUSED',
      holdReason: 'recipients-gone',
      audience: null,
    });
  });

  test.each(['hasAnyOf', 'hasNoneOf'])(
    'is held when a tag that is asked for by "%s" of a segment it excludes is deleted in the middle',
    async (op) => {
      const tag = await ask(admin, 'POST', '/api/tags', { name: `Opted out ${op}`, color: '#10B981' });
      const rules = { match: 'none', rules: [{ kind: 'tag', op, tagIds: [tag.id] }] };
      const segment = await ask(admin, 'POST', '/api/segments', { name: `Not for ${op}`, rules });
      const { id } = await draft(admin, { recipients: { type: 'all', exclude: { segmentIds: [segment.id] } } });
      // Somebody has to be left.
      await api.db.owner.query(
        `insert into contact_tags (organization_id, contact_id, tag_id, contact_created_at)
         select organization_id, id, $2, created_at from contacts where organization_id = $1 order by id limit 10`,
        [admin.user.organizationId, tag.id],
      );
      const sent = await send(id);
      await steps.begin(id);
      await ask(admin, 'DELETE', `/api/tags/${tag.id}`);

      await steps.freeze(id);

      expect(sent.status).toBe(200);
      expect(await ask(admin, 'GET', `/api/campaigns/${id}`)).toMatchObject({
        status: 'PAUSED',
        holdReason: 'recipients-gone',
        audience: null,
      });
      await ask(admin, 'POST', `/api/campaigns/${id}/cancel`);
    },
  );

  test('can be cancelled in the middle, and then counts who was in it', async () => {
    const { id } = await draft(admin);
    await send(id);
    await steps.begin(id);
    await freezeAudience(steps.ctxAt(new Date()), id, stopsAfterOne()).catch(() => {});

    const cancelled = await ask(admin, 'POST', `/api/campaigns/${id}/cancel`);
    await steps.freeze(id);

    expect(cancelled).toMatchObject({
      status: 'COMPLETED',
      audience: firstStretch,
      progress: { cancelled: firstStretch },
    });
    expect((await rowsOf(id)).people).toBe(firstStretch);
  });
});

/** The signal of a deployment that comes after the first stretch. */
function stopsAfterOne(): AbortSignal {
  let looks = 0;
  return {
    throwIfAborted() {
      looks += 1;
      if (looks > 1) throw new Error('stopped');
    },
  } as AbortSignal;
}

/** Ends whoever freezes right now, as a crash of the database's process would. */
async function killBackends(): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { rowCount } = await api.db.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query like '%with stretch as%' and state = 'active'`,
    );
    if (rowCount) return;
  }
}

// A million contacts that all belong to the organization itself look like none to the planner: each stretch then read and
// sorted all of them, and the freeze took over ten minutes.
test('a stretch reads its own contacts and no others', async () => {
  await api.db.owner.query('analyze contacts');
  const { id } = await draft(admin);

  expect(await readByStretch(id)).toEqual({ read: 500, frozen: 500 });
});

test('an audience of one contact is found by its key', async () => {
  const { rows } = await api.db.owner.query<{ id: string }>('select id from contacts order by id desc limit 1');
  const { id } = await draft(admin, { recipients: { type: 'segments', contactIds: [rows[0]!.id] } });

  expect(await readByStretch(id)).toEqual({ read: 1, frozen: 1 });
});

/** Contacts that the first stretch of a campaign reads, and those it freezes. */
async function readByStretch(id: string): Promise<{ read: number; frozen: number }> {
  await send(id);
  await steps.begin(id);
  const { month, recipients } = await campaignOf(id);

  const read = await inTransaction(steps.ctxAt(new Date()), async (ctx) => {
    await beginStretch(ctx);
    const before = await contactsRead(ctx);
    await freezeStretch(ctx, { campaignId: id, clientId: null, topicId: null, month, recipients, through: null }, 500);
    return (await contactsRead(ctx)) - before;
  });

  const { people: frozen } = await rowsOf(id);
  await ask(admin, 'POST', `/api/campaigns/${id}/cancel`);
  return { read, frozen };
}

/** By this connection so far. */
async function contactsRead({ db }: Context): Promise<number> {
  const { rows } = await sql<{ read: string }>`
    select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'contacts'`.execute(db);
  return Number(rows[0]!.read);
}

const campaignOf = async (id: string) =>
  (
    await api.db.owner.query<{ month: string; recipients: Recipients }>(
      `select campaign_month::text as month, recipients from campaigns where id = $1`,
      [id],
    )
  ).rows[0]!;
