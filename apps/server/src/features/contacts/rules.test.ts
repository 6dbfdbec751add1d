import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '#platform/context.ts';
import { registerAdmin, type Person } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { deletedRows } from '../../../test/matrix/deleted-rows.ts';
import { createTenantFixture, enter } from '../../../test/matrix/tenant-fixture.ts';
import { type Lead, recordLeads } from './leads.ts';
import { suppress } from './suppression/suppressions.ts';

let api: TestApi;
let admin: Person;
let ctx: Context;
beforeAll(async () => {
  api = await startTestApi();
  admin = await registerAdmin(api);
  ctx = jobOf(admin);
  await api.db.owner.query(
    `insert into contact_fields (organization_id, key, label, type) select $1, key, key, 'text' from unnest(array['city', 'size']) key`,
    [admin.user.organizationId],
  );
});
afterAll(() => api.close());

const jobOf = ({ user: { organizationId } }: Person): Context => ({
  db: api.database.tenant({ organizationId }),
  organizationId,
  actor: { kind: 'job', name: 'test' },
  now: () => new Date(),
});

let count = 0;
const fresh = () => `person${(count += 1)}@house.example`;
const create = async (body: object = {}) =>
  (await admin.request('POST', '/api/contacts', { email: fresh(), ...body })).body;
const read = async (id: string) => (await admin.request('GET', `/api/contacts/${id}`)).body;
const change = (id: string, body: object) => admin.request('PUT', `/api/contacts/${id}`, body);
const stop = (address: string, reason: 'bounced' | 'manual' | 'unsubscribed' | 'complained') =>
  suppress(ctx, { channel: 'email', address, reason, source: 'team' });
const said = async (contactId: string) =>
  (
    await api.db.owner.query<{ type: string }>(
      'select type from contact_activity where contact_id = $1 order by happened_at, id',
      [contactId],
    )
  ).rows.map(({ type }) => type);

describe('a contact', () => {
  test('that exists is named to whoever adds it again', async () => {
    const contact = await create();

    const answer = await admin.request('POST', '/api/contacts', { email: contact.email.toUpperCase() });

    expect(answer).toMatchObject({ status: 400, body: { code: 'already_exists', fields: { contactId: contact.id } } });
  });

  test('has custom fields, of which an edit changes those it names', async () => {
    const contact = await create({ attributes: { city: 'Lima', size: 'M' } });

    const answer = await change(contact.id, { attributes: { city: 'Oslo', size: null } });
    const unknown = await change(contact.id, { attributes: { shoe: '44' } });

    expect(answer.body.attributes).toEqual({ city: 'Oslo' });
    expect(unknown).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  test('is opted out by an edit to a suppressed address', async () => {
    const contact = await create();
    const address = fresh();
    await stop(address, 'bounced');

    const answer = await change(contact.id, { email: address, status: 'active' });

    expect(answer.body).toMatchObject({ email: address, status: 'bounced' });
  });

  test.each([
    ['unsubscribed', 'unsubscribed', 'unsubscribed'],
    ['manual', 'unsubscribed', 'unsubscribed'],
    ['complained', 'complained', 'unsubscribed'],
  ] as const)('that is %s stays so under another address', async (reason, kept, again) => {
    const contact = await create();
    await stop(contact.email, reason);
    const address = fresh();

    const answer = await change(contact.id, { email: address });
    await admin.request('DELETE', `/api/contacts/${contact.id}`);
    const { status } = await create({ email: address });

    expect(answer.body.status).toBe(kept);
    expect(status).toBe(again);
  });

  test('that bounced is active under another address, and the old one stays suppressed', async () => {
    const contact = await create();
    await stop(contact.email, 'bounced');

    const answers = [
      await change(contact.id, { email: contact.email.toUpperCase() }),
      await change(contact.id, { email: fresh() }),
      await change(contact.id, { email: contact.email }),
    ];

    expect(answers.map(({ body }) => body.status)).toEqual(['bounced', 'active', 'bounced']);
  });

  test.each([
    ['bounced', 'bounced'],
    ['manual', 'unsubscribed'],
    ['complained', 'complained'],
  ] as const)('that bounced is not active under an address that is %s', async (reason, status) => {
    const contact = await create();
    const address = fresh();
    await stop(contact.email, 'bounced');
    await stop(address, reason);

    expect((await change(contact.id, { email: address })).body).toMatchObject({ email: address, status });
  });

  test('that bounced can be unsubscribed together with its new address', async () => {
    const contact = await create();
    await stop(contact.email, 'bounced');

    const answer = await change(contact.id, { email: fresh(), status: 'unsubscribed' });

    expect(answer.body.status).toBe('unsubscribed');
  });

  test('that bounced needs a place of the plan to be active again', async () => {
    const crowded = await registerAdmin(api);
    const { organizationId } = crowded.user;
    const contact = (await crowded.request('POST', '/api/contacts', { email: 'old@house.example' })).body;
    await suppress(jobOf(crowded), { channel: 'email', address: contact.email, reason: 'bounced', source: 'team' });
    await api.db.owner.query(
      `insert into contacts (organization_id, email) select $1, n || '@full.example' from generate_series(1, 100) n`,
      [organizationId],
    );
    const correct = () => crowded.request('PUT', `/api/contacts/${contact.id}`, { email: 'new@house.example' });

    const refused = await correct();
    await api.db.owner.query(`delete from contacts where organization_id = $1 and email = '1@full.example'`, [
      organizationId,
    ]);
    const taken = await correct();

    expect(refused).toMatchObject({ status: 403, body: { code: 'plan_limit' } });
    expect(taken.body).toMatchObject({ email: 'new@house.example', status: 'active' });
  });

  test('that the team unsubscribes is unsubscribed for good', async () => {
    const contact = await create();

    await change(contact.id, { status: 'unsubscribed', firstName: 'Ada' });
    await admin.request('DELETE', `/api/contacts/${contact.id}`);
    const again = await create({ email: contact.email });

    expect(again.status).toBe('unsubscribed');
    expect((await read(again.id)).suppressions).toMatchObject([{ reason: 'unsubscribed' }]);
  });

  test('that opted out takes no place of the plan, also when it is full', async () => {
    const crowded = await registerAdmin(api);
    await suppress(jobOf(crowded), {
      channel: 'email',
      address: 'out@house.example',
      reason: 'complained',
      source: 'team',
    });
    await api.db.owner.query(
      `insert into contacts (organization_id, email) select $1, n || '@full.example' from generate_series(1, 105) n`,
      [crowded.user.organizationId],
    );

    const answers = [
      await crowded.request('POST', '/api/contacts', { email: 'out@house.example' }),
      await crowded.request('POST', '/api/contacts', { email: 'in@house.example' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([201, 403]);
  });

  test('moves its last activity with what happens to it', async () => {
    const contact = await create();
    const tag = (await admin.request('POST', '/api/tags', { name: 'Moving' })).body;

    const { body: tagged } = await admin.request('POST', `/api/contacts/${contact.id}/tags`, { tagId: tag.id });

    expect((await read(tagged.id)).lastActivityAt > contact.lastActivityAt).toBe(true);
  });
});

describe('two contacts of one person', () => {
  const merge = (id: string, otherId: string) => admin.request('POST', `/api/contacts/${id}/merge`, { otherId });

  test('become one with the fields, tags, past and proof of both', async () => {
    const [red, blue] = [
      (await admin.request('POST', '/api/tags', { name: 'Red' })).body,
      (await admin.request('POST', '/api/tags', { name: 'Blue' })).body,
    ];
    const kept = await create({ firstName: 'Ada', attributes: { city: 'Lima' } });
    const other = await create({
      firstName: 'A.',
      lastName: 'Lovelace',
      phone: '+44 20 7946 0958',
      attributes: { city: 'Oslo', size: 'M' },
    });
    for (const [id, tagId] of [
      [kept.id, red.id],
      [other.id, red.id],
      [other.id, blue.id],
    ])
      await admin.request('POST', `/api/contacts/${id}/tags`, { tagId });
    await admin.request('POST', `/api/contacts/${other.id}/consents`, {
      channel: 'email',
      state: 'granted',
      basis: 'Fair',
    });

    const { body } = await merge(kept.id, other.id);

    expect(body).toMatchObject({
      id: kept.id,
      email: kept.email,
      firstName: 'Ada',
      lastName: 'Lovelace',
      phoneE164: '+442079460958',
      attributes: { city: 'Lima', size: 'M' },
      emailConsent: 'granted',
      tags: [{ name: 'Blue' }, { name: 'Red' }],
    });
    expect((await admin.request('GET', `/api/contacts/${other.id}`)).status).toBe(404);
    expect((await said(kept.id)).toSorted()).toEqual([
      'consent.granted',
      'contact.created',
      'contact.created',
      'contact.merged',
      'tag.added',
      'tag.added',
      'tag.added',
    ]);
    expect((await admin.request('GET', `/api/contacts/${kept.id}/consents`)).body.items).toHaveLength(1);
    const { rows } = await api.db.owner.query(
      'select t.name, c.contacts::int from tag_counts c join tags t on t.id = c.tag_id where c.tag_id = any($1) order by 1',
      [[red.id, blue.id]],
    );
    expect(rows).toEqual([
      { name: 'Blue', contacts: 1 },
      { name: 'Red', contacts: 1 },
    ]);
  });

  test.each([
    ['unsubscribed', 'unsubscribed'],
    ['complained', 'unsubscribed'],
    ['manual', 'unsubscribed'],
    ['bounced', 'active'],
  ] as const)('of which the other is %s become %s', async (reason, status) => {
    const [kept, other] = [await create(), await create()];
    await stop(other.email, reason);

    const { body } = await merge(kept.id, other.id);

    expect(body.status).toBe(status);
    expect((await create({ email: other.email })).status).not.toBe('active');
  });

  test('are two, not one, and of one client', async () => {
    const tenant = await createTenantFixture(api);
    const guest = await enter(api, tenant, 'ADMIN');
    const [one, two] = [tenant.ids.contact, tenant.otherClientIds.contact];
    const { contact: gone } = await deletedRows(api, tenant);

    const answers = [
      await guest.request('POST', `/api/contacts/${one}/merge`, { otherId: one }),
      await guest.request('POST', `/api/contacts/${one}/merge`, { otherId: two }),
      await guest.request('POST', `/api/contacts/${one}/merge`, { otherId: gone }),
    ];

    expect(answers.map(({ body }) => body.code)).toEqual(['invalid_input', 'other_client', 'not_found']);
  });
});

describe('consent', () => {
  const record = (id: string, body: object) => admin.request('POST', `/api/contacts/${id}/consents`, body);

  test('is listed with who recorded it, newest first, and never changes', async () => {
    const contact = await create();

    const granted = await record(contact.id, { channel: 'email', state: 'granted', basis: 'Signed at the fair' });
    await record(contact.id, { channel: 'email', state: 'withdrawn' });

    expect(granted).toMatchObject({
      status: 201,
      body: { state: 'granted', recordedBy: admin.user.name, source: 'team' },
    });
    const { items } = (await admin.request('GET', `/api/contacts/${contact.id}/consents`)).body;
    expect(items.map(({ state }: { state: string }) => state)).toEqual(['withdrawn', 'granted']);
    await expect(
      api.database
        .tenant({ organizationId: admin.user.organizationId })
        .updateTable('consents')
        .set({ state: 'granted' })
        .execute(),
    ).rejects.toThrow('permission denied');
  });

  test('that is taken back suppresses the address, and given again lifts nothing', async () => {
    const contact = await create({ phone: '+33 6 12 34 56 78' });

    await record(contact.id, { channel: 'sms', state: 'withdrawn' });
    const texts = await read(contact.id);
    await record(contact.id, { channel: 'email', state: 'withdrawn' });
    for (const channel of ['email', 'sms']) await record(contact.id, { channel, state: 'granted', basis: 'Said so' });

    expect(texts).toMatchObject({ status: 'active', smsConsent: 'withdrawn' });
    expect(await read(contact.id)).toMatchObject({
      status: 'unsubscribed',
      emailConsent: 'granted',
      smsConsent: 'withdrawn',
      suppressions: [
        { channel: 'sms', reason: 'unsubscribed' },
        { channel: 'email', reason: 'unsubscribed' },
      ],
    });
  });

  test('stated for a file is the first of everybody it added', async () => {
    const contact = await create();
    const { rows } = await api.db.owner.query<{ id: string }>(
      `insert into imports (organization_id, kind, name, bytes, plan, created_by) values ($1, 'contacts', 'a.csv', 9, $2, $3) returning id`,
      [admin.user.organizationId, JSON.stringify({ basis: 'Members since 2020' }), admin.user.id],
    );
    await api.db.owner.query('update contacts set import_id = $1 where id = $2', [rows[0]!.id, contact.id]);
    await record(contact.id, { channel: 'email', state: 'granted', basis: 'By phone' });

    const { items } = (await admin.request('GET', `/api/contacts/${contact.id}/consents`)).body;

    expect(items).toMatchObject([
      { source: 'team', basis: 'By phone' },
      { source: 'import', basis: 'Members since 2020', state: 'granted', recordedBy: admin.user.name },
    ]);
  });
});

describe('a lead', () => {
  const one = async (by: typeof ctx, lead: Lead) => (await recordLeads(by, [lead]))[0]!;
  const lead = (email: string, more: object = {}) => one(ctx, { email, source: 'form', clientId: null, ...more });

  test('is added once, then completed where nothing was known', async () => {
    const email = fresh();

    const first = await lead(email, { firstName: 'Ada' });
    const second = await lead(email.toUpperCase(), {
      firstName: 'Grace',
      lastName: 'Hopper',
      phone: '+1 212 555 0199',
      attributes: { city: 'Lima' },
    });
    const third = await lead(email, { attributes: { city: 'Oslo', size: 'M' }, phone: '+1 212 555 0100' });

    expect([first.outcome, second.outcome, third.outcome]).toEqual(['created', 'known', 'known']);
    expect(new Set([first.contactId, second.contactId, third.contactId]).size).toBe(1);
    expect(await read(first.contactId!)).toMatchObject({
      email,
      firstName: 'Ada',
      lastName: 'Hopper',
      phoneE164: '+12125550199',
      status: 'lead',
      source: 'form',
      attributes: { city: 'Lima', size: 'M' },
    });
  });

  test('among many is what it would be alone: in their order, twice in one moment, with the last free place', async () => {
    const crowded = await registerAdmin(api);
    await api.db.owner.query(
      `insert into contacts (organization_id, email) select $1, n || '@nearly.example' from generate_series(1, 98) n`,
      [crowded.user.organizationId],
    );
    const [first, second, third] = [fresh(), fresh(), fresh()];
    const many = [first, '1@nearly.example', second, first.toUpperCase(), third].map((email, at): Lead => ({
      email,
      firstName: `Name ${at}`,
      lastName: at === 3 ? 'Later' : null,
      source: 'form',
      clientId: null,
    }));

    const outcomes = await recordLeads(jobOf(crowded), many);

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['created', 'known', 'created', 'known', 'over_limit']);
    expect(outcomes[3]!.contactId).toBe(outcomes[0]!.contactId);
    const { body } = await crowded.request('GET', `/api/contacts/${outcomes[0]!.contactId}`);
    expect(body).toMatchObject({ email: first, firstName: 'Name 0', lastName: 'Later' });
  });

  test('that opted out is kept and written to by nobody', async () => {
    const [email, contact] = [fresh(), await create()];
    await stop(email, 'unsubscribed');
    await stop(contact.email, 'complained');

    const outcomes = [await lead(email), await lead(contact.email, { status: 'active' })];

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['blocked', 'blocked']);
    expect((await read(outcomes[0]!.contactId!)).status).toBe('unsubscribed');
    expect((await read(contact.id)).status).toBe('complained');
  });

  test('beyond the plan is said to be', async () => {
    const crowded = await registerAdmin(api);
    await api.db.owner.query(
      `insert into contacts (organization_id, email) select $1, n || '@full.example' from generate_series(1, 100) n`,
      [crowded.user.organizationId],
    );

    const outcome = await one(jobOf(crowded), { email: fresh(), source: 'api', clientId: null });

    expect(outcome).toEqual({ contactId: null, outcome: 'over_limit' });
  });
});
