import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '#platform/context.ts';
import { registerAdmin, type Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { createTenantFixture, enter } from '../../../../test/matrix/tenant-fixture.ts';
import { removeUnusedWords } from './words.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
  admin = await registerAdmin(api);
});
afterAll(() => api.close());

const jobOf = (organizationId: string): Context => ({
  db: api.database.tenant({ organizationId }),
  organizationId,
  actor: { kind: 'job', name: 'test' },
  now: () => new Date(),
});

const person = {
  email: 'Wilhelmina.Quarterstaff@house.example',
  firstName: 'Wilhelmina',
  lastName: 'Quarterstaff',
  phone: '+1 (212) 555-0177',
  attributes: { nickname: 'Quarterly' },
};
const traces = ['wilhelmina', 'quarterstaff', 'quarterly', '555-0177', '2125550177'];

/** A person with a row in every table that can name one. */
async function known(organizationId = admin.user.organizationId): Promise<string> {
  const { owner } = api.db;
  const other = (await admin.request('POST', '/api/contacts', { email: 'q.other@house.example', firstName: 'Mina' }))
    .body;
  const { id } = (await admin.request('POST', '/api/contacts', person)).body;
  const tag = (await admin.request('POST', '/api/tags', { name: `Tag ${id}` })).body;
  await admin.request('POST', `/api/contacts/${id}/tags`, { tagId: tag.id });
  await admin.request('POST', `/api/contacts/${id}/merge`, { otherId: other.id });
  await owner.query(
    `insert into campaigns (organization_id, contact_id, name, subject, content, recipients, tracking)
     values ($1, $2, 'Dear Wilhelmina', 'Dear Wilhelmina', $3, '{}', '{}')`,
    [organizationId, id, { html: '', text: 'Dear Mrs. Quarterstaff' }],
  );
  await admin.request('POST', `/api/contacts/${id}/notes`, { text: 'Wilhelmina likes rye' });
  await admin.request('POST', `/api/contacts/${id}/tasks`, { title: 'Call Mrs. Quarterstaff' });
  for (const channel of ['email', 'sms'])
    await admin.request('POST', `/api/contacts/${id}/consents`, { channel, state: 'withdrawn' });
  const { rows } = await owner.query<{ id: string }>(
    `insert into imports (organization_id, kind, name, bytes, columns, plan) values ($1, 'contacts', 'people.csv', 9, $2, $3) returning id`,
    [
      organizationId,
      JSON.stringify([{ header: 'Email', samples: [person.email, 'z@z.example'], guess: { to: 'email' } }]),
      JSON.stringify({ basis: 'Signed at the fair', fixes: [{ row: 1, email: person.email }] }),
    ],
  );
  const [file] = rows;
  await owner.query('update contacts set import_id = $1 where id = $2', [file!.id, id]);
  await owner.query(
    `insert into import_errors (organization_id, import_id, row_number, kind, email, message, cells)
     values ($1, $2, 1, 'invalid', $3, 'No.', $4), ($1, $2, 2, 'invalid', null, 'No.', $5)`,
    [
      organizationId,
      file!.id,
      person.email.toLowerCase(),
      JSON.stringify([person.email, 'Wilhelmina']),
      JSON.stringify(['', ` ${person.email} `]),
    ],
  );
  await owner.query(
    `insert into contact_changes (organization_id, batch_month, batch_id, contact_id, change, was)
     values ($1, date_trunc('month', now()), gen_random_uuid(), $2, 'updated', $3),
       ($1, date_trunc('month', now()), gen_random_uuid(), gen_random_uuid(), 'deleted', $4)`,
    [
      organizationId,
      id,
      JSON.stringify({ first_name: [null, 'Wilhelmina'] }),
      JSON.stringify({ email: person.email, last_name: 'Quarterstaff' }),
    ],
  );
  await owner.query(
    `insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, state, reason, receiver)
     values ($1, date_trunc('month', now())::date, $4, $2, 'failed', $3, 'house.example')`,
    [organizationId, id, `550 <${person.email}> is not known here`, campaignId],
  );
  await owner.query(
    `with campaign as (
       insert into campaigns (organization_id, name, subject, content, recipients, tracking)
       values ($1, 'News', 'News', '{}', '{}', '{}') returning id
     )
     insert into campaign_left_out (organization_id, campaign_id, contact_id, reason) select $1, id, $2, 'paused' from campaign`,
    [organizationId, id],
  );
  await owner.query(
    `insert into campaign_send_values (organization_id, campaign_month, send_id, contact_id, said)
     values ($1, date_trunc('month', now()), gen_random_uuid(), $2, '{"last_name":"Quarterstaff"}')`,
    [organizationId, id],
  );
  const form = await owner.query<{ id: string }>(
    `insert into forms (organization_id, name, draft, submissions) values ($1, 'Club', '{}', 2) returning id`,
    [organizationId],
  );
  await sql`
    insert into form_emails (organization_id, form_id, submission_id, version, kind, contact_id, address_hash, receiver, locale)
    select ${organizationId}::uuid, ${form.rows[0]!.id}::uuid, new_id(), 1, 'answer', ${id}::uuid,
      public.hash_address('email', ${person.email}), 'x.example', 'en'`.execute(
    api.database.tenant({ organizationId }),
  );
  // One of them was sent before there was a contact.
  for (const contact of [id, null])
    await sql`
      insert into form_submissions (organization_id, form_id, id, version, contact_id, address_hash, answers, outcome, submitted_at)
      select ${organizationId}::uuid, ${form.rows[0]!.id}::uuid, gen_random_uuid(), 1, ${contact}::uuid,
        public.hash_address('email', ${person.email}), ${JSON.stringify({ field_1: person.email, field_2: 'Wilhelmina' })}::json,
        'known', now()`.execute(api.database.tenant({ organizationId }));
  await sql`
    insert into form_spam (organization_id, form_id, id, version, address_hash, answers, reasons, label, way, submitted_at)
    select ${organizationId}::uuid, ${form.rows[0]!.id}::uuid, gen_random_uuid(), 1, public.hash_address('email', ${person.email}),
      ${JSON.stringify({ field_1: person.email })}::json, '{trap}', 'human', 'page', now()`.execute(
    api.database.tenant({ organizationId }),
  );
  await owner.query(
    `insert into contact_touches (organization_id, contact_id, happened_at, id, kind, subject_id) values ($1, $2, now(), gen_random_uuid(), 'click', $3)`,
    [organizationId, id, campaignId],
  );
  await owner.query(
    `insert into purchases (organization_id, contact_id, source, order_scope, order_hash, order_name, description, paid_amount, paid_currency, amount, purchased_at)
     values ($1, $2, 'manual', $1, sha256(gen_random_uuid()::text::bytea), 'Order of Wilhelmina', 'For Quarterstaff', 900, 'USD', 900, now())`,
    [organizationId, id],
  );
  await owner.query(
    `with automation as (
       insert into automations (organization_id, name, draft) values ($1, 'Welcome', '{}') returning id
     ), entry as (
       insert into automation_entries (organization_id, contact_id, automation_id, last_at) select $1, $2, id, now() from automation
     ), run as (
       insert into automation_runs (organization_id, automation_id, contact_id, version, step, wake_at, arrived_at, entered_at, memory)
       select $1, id, $2, 1, 0, now() + interval '1 day', now(), now(), '{"abcdefgh":{"body":"Wilhelmina"}}' from automation
     ), turn as (
       insert into automation_turns (organization_id, contact_id, run_id, seq, automation_id, version, nodes, outcomes, seen)
       select $1, $2, new_id(), 1, id, 1, '{0}', '{0}', '{"0":{"value":"Quarterstaff"}}' from automation
     ), past as (
       insert into automation_past (organization_id, id, automation_id, contact_id, version, step, seq, pass, entered_at, reason)
       select $1, new_id(), id, $2, 1, 0, 1, 1, now(), 'completed' from automation
     ), trial as (
       insert into automation_trials (organization_id, automation_id, tried, tried_no, document, days, from_at, to_at, open_rate, click_rate)
       select $1, id, 'draft', 1, '{}', 30, now(), now(), 0, 0 from automation returning id
     ), tried as (
       insert into automation_trial_people (organization_id, trial_id, place, contact_id, entered_at, emails, turns)
       select $1, id, 0, $2, now(), 0, '[{"steps":[{"seen":{"value":"Quarterstaff"}}]}]' from trial
     )
     insert into automation_webhooks (organization_id, automation_id, step_id, run_id, seq, contact_id, url, reply, answer)
     select $1, id, 'abcdefgh', new_id(), 1, $2, 'https://x.example', true, 'Wilhelmina' from automation`,
    [organizationId, id],
  );
  await owner.query(
    `with segment as (
       insert into segments (organization_id, name, rules) values ($1, 'All ' || $2, '{"match":"all","rules":[]}') returning id
     ), watch as (
       insert into segment_watches (organization_id, segment_id) select $1, id from segment returning segment_id
     )
     insert into segment_members (organization_id, segment_id, contact_id) select $1, segment_id, $2::uuid from watch`,
    [organizationId, id],
  );
  return id;
}

/** A campaign that was sent to the person. */
const campaignId = randomUUID();

/** Tables of the application; a partition is met through its parent. */
const tables = async (having = '') =>
  (
    await api.db.owner.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition ${having}`,
    )
  ).rows.map(({ name }) => name);

async function dump(): Promise<string> {
  const parts: string[] = [];
  for (const table of await tables()) {
    const { rows } = await api.db.owner.query<{ row: string }>(`select row_to_json(t)::text as row from "${table}" t`);
    parts.push(...rows.map(({ row }) => `${table} ${row}`));
  }
  return parts.join('\n').toLowerCase();
}

const recount = async () =>
  (
    await api.db.owner.query(
      `select (select coalesce(sum(contacts), 0)::int from contact_tallies) as tallied, (select count(*)::int from contacts) as contacts,
         (select coalesce(sum(counted), 0)::int from contact_counts) as counted,
         (select count(*)::int from contacts where status in ('active', 'lead')) as countable,
         (select coalesce(sum(contacts), 0)::int from tag_counts) as tagged, (select count(*)::int from contact_tags) as links`,
    )
  ).rows[0];

beforeAll(async () => {
  await api.db.owner.query(
    `insert into contact_fields (organization_id, key, label, type) values ($1, 'nickname', 'Nickname', 'text')`,
    [admin.user.organizationId],
  );
});

describe('what is known about a person', () => {
  test('is one file with every row of every table that names them', async () => {
    const id = await known();

    const answer = await admin.request('GET', `/api/contacts/${id}/data`);

    expect(answer.headers['content-disposition']).toContain(`filename="contact_${id}.json"`);
    expect(answer.headers['content-type']).toContain('application/json');
    const naming = await tables(
      `and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'contact_id' and not attisdropped)`,
    );
    expect(naming.length).toBeGreaterThan(3);
    // A table that comes with a later feature is in here too, and has to have a row above.
    const empty = [...naming, 'contacts', 'suppressions', 'import_errors'].filter(
      (table) => !(answer.body[table]?.length > 0),
    );
    expect(empty).toEqual([]);
    expect(answer.body).toMatchObject({
      contacts: [{ email: person.email, last_name: 'Quarterstaff', attributes: person.attributes }],
      import: { name: 'people.csv', basis: 'Signed at the fair' },
      tags: [`Tag ${id}`],
    });
    expect(answer.body.suppressions).toHaveLength(2);
    expect(answer.body.import_errors).toHaveLength(2);

    const erased = await admin.request('POST', `/api/contacts/${id}/erase`, { email: person.email });
    expect(erased.status).toBe(204);
  });
});

describe('erasing a person', () => {
  test('asks for the address once more', async () => {
    const { body: contact } = await admin.request('POST', '/api/contacts', { email: 'second.look@house.example' });

    const answer = await admin.request('POST', `/api/contacts/${contact.id}/erase`, { email: 'other@house.example' });

    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: { email: expect.any(String) } },
    });
    expect((await admin.request('GET', `/api/contacts/${contact.id}`)).status).toBe(200);
  });

  test('leaves one keyed hash for each address and no other trace in any table', async () => {
    const id = await known();
    const before = await dump();
    expect(traces.filter((trace) => !before.includes(trace))).toEqual([]);

    const answer = await admin.request('POST', `/api/contacts/${id}/erase`, { email: person.email.toUpperCase() });

    expect(answer.status).toBe(204);
    const atOnce = await dump();
    expect([...traces, 'q.other@'].filter((trace) => atOnce.includes(trace))).toEqual([]);
    await removeUnusedWords(jobOf(admin.user.organizationId));
    const after = await dump();
    expect([...traces, 'q.other@', 'mina'].filter((trace) => after.includes(trace))).toEqual([]);
    const { rows } = await api.db.owner.query(
      `select reason, address, client_id from suppressions where organization_id = $1 and channel = 'email' and reason = 'erased'`,
      [admin.user.organizationId],
    );
    expect(rows).toEqual([
      { reason: 'erased', address: null, client_id: null },
      { reason: 'erased', address: null, client_id: null },
    ]);
    // The ledger of a campaign still adds up, and names nobody.
    const { rows: ledger } = await api.db.owner.query(
      `select state, reason, receiver, contact_id = $2 as named from campaign_sends where campaign_id = $1 order by state`,
      [campaignId, id],
    );
    expect(ledger).toEqual(
      Array.from({ length: 2 }, () => ({ state: 'failed', reason: 'erased', receiver: '', named: false })),
    );
    const { tallied, contacts, counted, countable, tagged, links } = await recount();
    expect([tallied, counted, tagged]).toEqual([contacts, countable, links]);
  });

  test('makes whoever brings the address back opted out', async () => {
    const { body: again } = await admin.request('POST', '/api/contacts', { email: person.email });

    expect(again.status).toBe('unsubscribed');
    const detail = await admin.request('GET', `/api/contacts/${again.id}`);
    expect(detail.body.suppressions).toMatchObject([{ channel: 'email', reason: 'erased', everywhere: true }]);
  });

  test('keeps the words that are in the names of others', async () => {
    const add = (email: string, firstName: string) =>
      admin.request('POST', '/api/contacts', { email, firstName, lastName: String.raw`O\Hara 'x` });
    const { body: gone } = await add('agatha1@house.example', 'Agatha Ermintrude');
    await add('agatha2@house.example', 'Agatha');

    await admin.request('POST', `/api/contacts/${gone.id}/erase`, { email: 'agatha1@house.example' });
    await removeUnusedWords(jobOf(admin.user.organizationId));

    const { rows } = await api.db.owner.query<{ word: string }>(
      `select word from contact_words where organization_id = $1 and word in ('agatha', 'ermintrude', 'o\\hara')`,
      [admin.user.organizationId],
    );
    expect(rows.map(({ word }) => word).toSorted()).toEqual(['agatha', String.raw`o\hara`]);
  });

  test('reaches every client from the organization, and one client from inside it', async () => {
    const tenant = await createTenantFixture(api);
    const [x, y, all] = [
      await enter(api, tenant, 'limited'),
      await enter(api, tenant, 'other'),
      await enter(api, tenant, 'ADMIN'),
    ];
    const add = async (email: string) => [
      (await x.request('POST', '/api/contacts', { email })).body.id,
      (await y.request('POST', '/api/contacts', { email })).body.id,
    ];
    const [oneOfX, oneOfY] = await add('one@house.example');
    const [twoOfX, twoOfY] = await add('two@house.example');

    await x.request('POST', `/api/contacts/${oneOfX}/erase`, { email: 'one@house.example' });
    await all.request('POST', `/api/contacts/${twoOfX}/erase`, { email: 'two@house.example' });

    expect((await y.request('GET', `/api/contacts/${oneOfY}`)).body.status).toBe('active');
    expect((await y.request('GET', `/api/contacts/${twoOfY}`)).status).toBe(404);
    expect((await x.request('POST', '/api/contacts', { email: 'one@house.example' })).body.status).toBe('unsubscribed');
    expect((await y.request('POST', '/api/contacts', { email: 'two@house.example' })).body.status).toBe('unsubscribed');
  });
});
