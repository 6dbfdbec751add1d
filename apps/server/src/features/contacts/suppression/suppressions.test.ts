import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '#platform/context.ts';
import { registerAdmin, type Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { createTenantFixture, enter } from '../../../../test/matrix/tenant-fixture.ts';
import type { TenantFixture } from '../../../../test/matrix/tenant.ts';
import { suppress, suppressedAmong, suppressMany } from './suppressions.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
  admin = await registerAdmin(api);
});
afterAll(() => api.close());

let count = 0;
const fresh = () => `person${(count += 1)}@house.example`;
const create = (body: object, caller: Pick<Person, 'request'> = admin) => caller.request('POST', '/api/contacts', body);
const read = async (id: string, caller: Pick<Person, 'request'> = admin) =>
  (await caller.request('GET', `/api/contacts/${id}`)).body;

/** As a job that belongs to no client, which is where bounces and complaints come from. */
const job = (organizationId: string): Context => ({
  db: api.database.tenant({ organizationId }),
  organizationId,
  actor: { kind: 'job', name: 'test' },
  now: () => new Date(),
});
const ofAdmin = () => job(admin.user.organizationId);

const said = async (contactId: string) =>
  (
    await api.db.owner.query<{ type: string; data: object | null }>(
      'select type, data from contact_activity where contact_id = $1 order by happened_at, id',
      [contactId],
    )
  ).rows.map(({ type }) => type);

describe('a suppressed address', () => {
  test('shows on the contact and in its past', async () => {
    const email = fresh();
    const { body: contact } = await create({ email });

    const answer = await admin.request('POST', '/api/suppressions', { address: email.toUpperCase() });

    expect(answer).toMatchObject({ status: 201, body: { channel: 'email', reason: 'manual', clientId: null } });
    expect(await read(contact.id)).toMatchObject({
      status: 'unsubscribed',
      suppressions: [{ channel: 'email', reason: 'manual', everywhere: true }],
    });
    expect(await said(contact.id)).toEqual(['contact.created', 'suppression.added']);
  });

  test.each([
    ['manual', 'unsubscribed'],
    ['unsubscribed', 'unsubscribed'],
    ['erased', 'unsubscribed'],
    ['bounced', 'bounced'],
    ['complained', 'complained'],
  ] as const)('that is %s makes a new contact %s', async (reason, status) => {
    const address = fresh();
    await suppress(ofAdmin(), { channel: 'email', address, reason, source: 'team' });

    const { body: contact } = await create({ email: address });

    expect(contact.status).toBe(status);
  });

  test('keeps the stronger reason, and says nothing twice', async () => {
    const email = fresh();
    const { body: contact } = await create({ email });
    const say = async (reason: 'bounced' | 'manual' | 'unsubscribed' | 'complained') => {
      await suppress(ofAdmin(), { channel: 'email', address: email, reason, source: 'team' });
      return (await read(contact.id)).status;
    };

    const statuses = [
      await say('bounced'),
      await say('bounced'),
      await say('unsubscribed'),
      await say('manual'),
      await say('complained'),
      await say('bounced'),
    ];

    expect(statuses).toEqual(['bounced', 'bounced', 'unsubscribed', 'unsubscribed', 'complained', 'complained']);
    expect(await said(contact.id)).toEqual([
      'contact.created',
      'suppression.added',
      'suppression.added',
      'suppression.added',
    ]);
    expect((await read(contact.id)).suppressions).toMatchObject([{ reason: 'complained' }]);
  });

  test('is found among many, whatever its capitals', async () => {
    const [bounced, free, out] = [fresh(), fresh(), fresh()];
    await suppress(ofAdmin(), { channel: 'email', address: bounced, reason: 'bounced', source: 'team' });
    await suppress(ofAdmin(), { channel: 'email', address: out.toUpperCase(), reason: 'unsubscribed', source: 'team' });

    const among = await suppressedAmong(ofAdmin(), 'email', [bounced.toUpperCase(), free, out], null);

    expect(among).toEqual(
      new Map([
        [bounced, 'bounced'],
        [out, 'unsubscribed'],
      ]),
    );
  });

  test('is one of thousands in one call', async () => {
    const list = Array.from({ length: 2_500 }, (_, at) => `mass${at}@house.example`);
    const { body: contact } = await create({ email: 'mass2400@house.example' });

    const cause = { reason: 'unsubscribed' as const, source: 'import' as const, sourceId: randomUUID() };
    const added = [
      await suppressMany(ofAdmin(), 'email', list, cause),
      await suppressMany(ofAdmin(), 'email', list, cause),
    ];

    expect(added).toEqual([2_500, 0]);
    expect((await suppressedAmong(ofAdmin(), 'email', list, null)).size).toBe(2_500);
    expect((await read(contact.id)).status).toBe('unsubscribed');
  });

  test.each([
    [{ address: 'nobody' }, 'Invalid email address'],
    [{ channel: 'sms', address: '555 0100' }, 'Enter the number with its country code'],
    [{ address: '' }, 'Enter an address'],
  ])('is a real one: %j', async (body, message) => {
    expect(await admin.request('POST', '/api/suppressions', body)).toMatchObject({ status: 400, body: { message } });
  });
});

describe('a suppressed number', () => {
  test('takes the consent to texts back and leaves mail alone', async () => {
    const { body: contact } = await create({ email: fresh(), phone: '+1 (212) 555-0142' });
    await admin.request('POST', `/api/contacts/${contact.id}/consents`, {
      channel: 'sms',
      state: 'granted',
      basis: 'Fair',
    });

    const { body: suppression } = await admin.request('POST', '/api/suppressions', {
      channel: 'sms',
      address: '+1 212-555-0142',
    });
    const stopped = await read(contact.id);
    const { body: later } = await create({ email: fresh(), phone: '+12125550142' });
    await admin.request('DELETE', `/api/suppressions/${suppression.id}`);

    expect(suppression.address).toBe('+12125550142');
    expect(stopped).toMatchObject({ status: 'active', smsConsent: 'withdrawn', suppressions: [{ channel: 'sms' }] });
    expect(later).toMatchObject({ status: 'active', smsConsent: 'withdrawn' });
    expect(await read(contact.id)).toMatchObject({ smsConsent: 'granted', suppressions: [] });
    expect(await read(later.id)).toMatchObject({ smsConsent: 'none' });
  });
});

describe('lifting', () => {
  const suppressionOf = async (address: string) =>
    (await admin.request('GET', `/api/suppressions?search=${encodeURIComponent(address)}`)).body.items[0];

  test.each(['manual', 'bounced'] as const)('makes a %s contact active again', async (reason) => {
    const email = fresh();
    const { body: contact } = await create({ email });
    await suppress(ofAdmin(), { channel: 'email', address: email, reason, source: 'team' });
    const { id } = await suppressionOf(email);

    const answers = [
      await admin.request('DELETE', `/api/suppressions/${id}`),
      await admin.request('DELETE', `/api/suppressions/${id}`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([204, 404]);
    expect(await read(contact.id)).toMatchObject({ status: 'active', suppressions: [] });
    expect((await said(contact.id)).at(-1)).toBe('suppression.lifted');
  });

  test.each(['unsubscribed', 'complained', 'erased'] as const)('is refused for %s', async (reason) => {
    const email = fresh();
    await suppress(ofAdmin(), { channel: 'email', address: email, reason, source: 'team' });
    const { id } = await suppressionOf(email);

    const answer = await admin.request('DELETE', `/api/suppressions/${id}`);

    expect(answer).toMatchObject({ status: 409, body: { code: 'opted_out' } });
  });

  test('leaves who is bound by something else, and a second suppression binds anew', async () => {
    const tenant = await createTenantFixture(api);
    const x = await enter(api, tenant, 'limited');
    const { body: contact } = await create({ email: 'two@house.example' }, x);
    await suppress(job(tenant.organizationId), {
      channel: 'email',
      address: contact.email,
      reason: 'bounced',
      source: 'team',
    });
    const { body: own } = await x.request('POST', '/api/suppressions', { address: contact.email });
    const status = async () => (await read(contact.id, x)).status;

    const before = await status();
    await x.request('DELETE', `/api/suppressions/${own.id}`);
    const between = await status();
    const { body: again } = await x.request('POST', '/api/suppressions', { address: contact.email });

    expect([before, between, await status()]).toEqual(['unsubscribed', 'bounced', 'unsubscribed']);
    expect(again.id).toBe(own.id);
  });

  test('counts against the plan', async () => {
    const crowded = await registerAdmin(api);
    const { body: contact } = await create({ email: 'back@house.example' }, crowded);
    const { body: row } = await crowded.request('POST', '/api/suppressions', { address: contact.email });
    await api.db.owner.query(
      `insert into contacts (organization_id, email) select $1, n || '@full.example' from generate_series(1, 100) n`,
      [crowded.user.organizationId],
    );

    const answer = await crowded.request('DELETE', `/api/suppressions/${row.id}`);

    expect(answer).toMatchObject({ status: 403, body: { code: 'plan_limit' } });
    expect((await read(contact.id, crowded)).status).toBe('unsubscribed');
  });
});

describe('a client', () => {
  let tenant: TenantFixture;
  let x: Awaited<ReturnType<typeof enter>>;
  let y: Awaited<ReturnType<typeof enter>>;
  beforeAll(async () => {
    tenant = await createTenantFixture(api);
    [x, y] = [await enter(api, tenant, 'limited'), await enter(api, tenant, 'other')];
  });
  const both = async (email: string) =>
    [(await create({ email }, x)).body.id as string, (await create({ email }, y)).body.id as string] as const;
  const statuses = async ([ofX, ofY]: readonly [string, string]) => [
    (await read(ofX, x)).status,
    (await read(ofY, y)).status,
  ];

  test('is not bound by an opt-out from another client', async () => {
    const ids = await both('out@house.example');

    await x.request('PUT', `/api/contacts/${ids[0]}`, { status: 'unsubscribed' });

    expect(await statuses(ids)).toEqual(['unsubscribed', 'active']);
  });

  test.each(['bounced', 'complained'] as const)('is bound by what is %s anywhere', async (reason) => {
    const ids = await both(`${reason}@house.example`);

    await suppress(job(tenant.organizationId), {
      channel: 'email',
      address: `${reason}@house.example`,
      reason,
      source: 'team',
      clientId: tenant.clients.x,
    });

    expect(await statuses(ids)).toEqual([reason, reason]);
  });

  test('reads what binds the whole organization about a contact of its own, and cannot lift it', async () => {
    await create({ email: 'wide@house.example' }, x);
    await suppress(job(tenant.organizationId), {
      channel: 'email',
      address: 'wide@house.example',
      reason: 'bounced',
      source: 'team',
    });

    const { body } = await x.request('GET', '/api/suppressions?search=wide@house.example');
    const answer = await x.request('DELETE', `/api/suppressions/${body.items[0].id}`);

    expect(body).toMatchObject({ total: 1, items: [{ clientId: null, address: 'wide@house.example' }] });
    expect(answer).toMatchObject({ status: 400, body: { code: 'other_client' } });
  });

  test('does not see the opt-outs of another one', async () => {
    const ids = await both('hidden@house.example');
    await y.request('PUT', `/api/contacts/${ids[1]}`, { status: 'unsubscribed' });

    const { body } = await x.request('GET', '/api/suppressions?search=hidden@house.example');

    expect(body.items).toEqual([]);
  });
});

describe('the list of suppressions', () => {
  test('finds addresses by their beginning, and one that was erased as a whole only', async () => {
    const other = await registerAdmin(api);
    for (const address of ['ann@maple.example', 'anna@maple.example', 'joanna@maple.example'])
      await other.request('POST', '/api/suppressions', { address });
    await other.request('POST', '/api/suppressions', { channel: 'sms', address: '+1 503 555 0142' });
    const erased = await other.request('POST', '/api/contacts', { email: 'annika@maple.example' });
    await other.request('POST', `/api/contacts/${erased.body.id}/erase`, { email: 'annika@maple.example' });
    const found = async (search: string) =>
      (await other.request('GET', `/api/suppressions?search=${encodeURIComponent(search)}`)).body.items
        .map(({ address }: { address: string | null }) => address)
        .toSorted();

    expect(await found('Ann')).toEqual(['ann@maple.example', 'anna@maple.example']);
    expect(await found('ann@')).toEqual(['ann@maple.example']);
    expect(await found('maple')).toEqual([]);
    expect(await found('a%')).toEqual([]);
    expect(await found('+1 (503)')).toEqual(['+15035550142']);
    expect(await found('annika@maple.exampl')).toEqual([]);
    expect(await found('annika@maple.example')).toEqual([null]);
  });

  test('page by page is the whole of it, newest first', async () => {
    const other = await registerAdmin(api);
    for (let at = 0; at < 7; at += 1)
      await other.request('POST', '/api/suppressions', { address: `listed${at}@house.example` });
    const seen: string[] = [];

    for (let cursor: string | null = ''; cursor !== null;) {
      const path: string = `/api/suppressions?limit=3${cursor && `&cursor=${cursor}`}`;
      const { body } = await other.request('GET', path);
      expect(body.total).toBe(7);
      seen.push(...body.items.map(({ address }: { address: string }) => address));
      cursor = body.nextCursor;
    }

    expect(seen).toEqual(Array.from({ length: 7 }, (_, at) => `listed${6 - at}@house.example`));
    expect((await other.request('GET', '/api/suppressions?channel=sms')).body.total).toBe(0);
    expect((await other.request('GET', '/api/suppressions?reason=manual')).body.total).toBe(7);
  });
});
