import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { inTransaction } from '#platform/context.ts';
import { openDatabase } from '#platform/database/database.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import { createLog } from '#platform/log.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { createTenantFixture, enter } from '../../../../test/matrix/tenant-fixture.ts';
import { segmentHandlers } from './handlers.ts';
import { countEverySegment, countSegments } from './jobs.ts';
import { rememberCount } from './count-memo.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
  admin = await registerAdmin(api);
});
afterAll(() => api.close());

const leads = { match: 'all', rules: [{ kind: 'status', op: 'isAnyOf', values: ['lead'] }] };
const everybody = { match: 'all', rules: [] };
const save = (name: string, rules: object = leads, caller: Pick<Person, 'request'> = admin) =>
  caller.request('POST', '/api/segments', { name, rules });
const addContact = async (body: object, caller: Pick<Person, 'request'> = admin) =>
  (await caller.request('POST', '/api/contacts', body)).body.id as string;
const preview = async (rules: object, caller: Pick<Person, 'request'> = admin) =>
  (await caller.request('POST', '/api/segments/preview', { rules })).body;
const countOf = async (id: string, caller: Pick<Person, 'request'> = admin) =>
  (await caller.request('GET', `/api/segments/${id}/count`)).body.count as number;

describe('a segment', () => {
  test('is saved, read, listed, renamed and deleted', async () => {
    const created = await save('Leads');
    const { id } = created.body;

    expect(created).toMatchObject({ status: 201, body: { name: 'Leads', rules: leads, clientId: null, trend: [] } });
    expect((await admin.request('GET', `/api/segments/${id}`)).body).toEqual(created.body);
    expect((await admin.request('GET', '/api/segments?search=lea')).body).toMatchObject({
      items: [{ id, trend: [] }],
      total: 1,
    });
    expect((await admin.request('PUT', `/api/segments/${id}`, { name: 'New leads' })).body).toMatchObject({
      name: 'New leads',
      rules: leads,
    });
    expect((await admin.request('DELETE', `/api/segments/${id}`)).status).toBe(204);
    expect((await admin.request('GET', `/api/segments/${id}`)).status).toBe(404);
  });

  test('has a name of its own', async () => {
    await save('Twice');

    expect(await save('tWICE')).toMatchObject({
      status: 400,
      body: { code: 'already_exists', fields: { name: 'A segment with this name already exists.' } },
    });
    expect((await save('  ')).body.fields).toEqual({ name: 'Segment name is required' });
  });

  test.each([
    [{ kind: 'tag', op: 'hasAnyOf', tagIds: ['11111111-1111-4111-8111-111111111111'] }],
    [{ kind: 'client', op: 'isAnyOf', clientIds: ['11111111-1111-4111-8111-111111111111'] }],
    [{ kind: 'custom', key: 'unheard_of', op: 'is', value: 'x' }],
    [{ kind: 'custom', key: 'age', op: 'contains', value: '1' }],
    [{ kind: 'custom', key: 'age', op: 'is', value: 'one' }],
  ])('does not accept %j', async (rule) => {
    await api.db.owner.query(
      `insert into contact_fields (organization_id, key, label, type) values ($1, 'age', 'Age', 'number') on conflict do nothing`,
      [admin.user.organizationId],
    );

    const answer = await save(`Refused ${JSON.stringify(rule)}`.slice(0, 80), {
      match: 'any',
      rules: [{ match: 'none', rules: [rule] }],
    });

    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: { rules: expect.any(String) } },
    });
  });

  test('of a client has contacts of that client only, whoever asks', async () => {
    const tenant = await createTenantFixture(api);
    const whole = await enter(api, tenant, 'ADMIN');
    const limited = await enter(api, tenant, 'limited');
    const other = await enter(api, tenant, 'other');
    const viewer = await enter(api, tenant, 'VIEWER');
    const { id } = (await save('All of X', everybody, limited)).body;

    expect(await countOf(id, limited)).toBe(1);
    expect(await countOf(id, whole)).toBe(1);
    expect((await whole.request('GET', `/api/contacts?segmentId=${id}`)).body.total).toBe(1);
    expect((await other.request('GET', `/api/segments/${id}`)).status).toBe(404);
    expect((await viewer.request('GET', `/api/segments/${id}`)).status).toBe(200);
    expect((await save('No', everybody, viewer)).status).toBe(403);
  });
});

describe('counting', () => {
  test('gives the same answer for five seconds, and a new one when the rules change', async () => {
    const person = await registerAdmin(api);
    await addContact({ email: 'one@count.example', status: 'lead' }, person);
    const { id } = (await save('Leads', leads, person)).body;

    const first = await countOf(id, person);
    await addContact({ email: 'two@count.example', status: 'lead' }, person);
    const second = await countOf(id, person);
    await person.request('PUT', `/api/segments/${id}`, { name: 'Still leads' });

    expect([first, second, await countOf(id, person)]).toEqual([1, 1, 2]);
  });

  test('asks once for all who ask at the same time, gives the last answer meanwhile, and asks again after a failure', async () => {
    let asked = 0;
    let time = 0;
    const asker = { organizationId: admin.user.organizationId, now: () => new Date(time) };
    const ask = () => rememberCount(asker, 'key', async () => (asked += 1));

    const answers = await Promise.all([ask(), ask(), ask()]);
    time = 4_999;
    await ask();
    time = 5_000;
    const meanwhile = await ask();
    await new Promise(setImmediate);
    const next = await ask();
    time = 400_000;
    const waitedFor = await ask();

    expect(answers.map(({ count }) => count)).toEqual([1, 1, 1]);
    expect([meanwhile, next, waitedFor].map(({ count }) => count)).toEqual([1, 2, 3]);
    await expect(rememberCount(asker, 'broken', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect((await rememberCount(asker, 'broken', async () => 7)).count).toBe(7);
  });

  test('goes on two at a time for one organization, and does not make another wait', async () => {
    let most = 0;
    let running = 0;
    let finish = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const ask = (organizationId: string, key: string) =>
      rememberCount({ organizationId, now: () => new Date() }, `${organizationId} ${key}`, async () => {
        most = Math.max(most, (running += 1));
        await finished;
        return (running -= 1);
      });

    const asked = ['a', 'b', 'c', 'd'].map((key) => ask('busy', key));
    await Promise.resolve();
    const mostOfOne = most;
    const other = ask('other', 'a');
    await Promise.resolve();
    const mostOfBoth = most;
    finish();

    expect([mostOfOne, mostOfBoth]).toEqual([2, 3]);
    await expect(Promise.all([...asked, other])).resolves.toHaveLength(5);
  });

  test('may take longer than other statements, and no longer than said', async () => {
    const database = openDatabase({
      DATABASE_URL: api.db.appUrl,
      DATABASE_POOL_SIZE: 1,
      DATABASE_STATEMENT_TIMEOUT_MS: 100,
    });
    onTestFinished(() => database.close());
    const ctx = backgroundContext(database, admin.user.organizationId, 'test');
    const sleep = (seconds: number) => (inner: typeof ctx) =>
      inner.db.selectNoFrom((build) => build.fn<string>('pg_sleep', [build.val(seconds)]).as('slept')).execute();

    await expect(withStatementTimeout(ctx, 1, sleep(3))).rejects.toThrow('statement timeout');
    await expect(withStatementTimeout(ctx, 10, sleep(1.5))).resolves.toBeDefined();
    await expect(inTransaction(ctx, sleep(0.01))).resolves.toBeDefined();
    await expect(inTransaction(ctx, sleep(1))).rejects.toThrow('statement timeout');
  });
});

describe('a preview', () => {
  test('says how many of how many, and shows the five who did something last', async () => {
    const person = await registerAdmin(api);
    for (let n = 0; n < 7; n += 1)
      await addContact({ email: `p${n}@preview.example`, status: n > 0 ? 'lead' : 'active' }, person);

    const seen = await preview(leads, person);

    expect(seen).toMatchObject({ count: 6, of: 7, emptiedBy: null });
    expect(seen.examples.map(({ email }: { email: string }) => email)).toEqual(
      [6, 5, 4, 3, 2].map((n) => `p${n}@preview.example`),
    );
  });

  test('names the first rule that leaves nobody', async () => {
    const person = await registerAdmin(api);
    await addContact({ email: 'a@b.example', firstName: 'Ann' }, person);
    const named = (value: string) => ({ kind: 'text', field: 'firstName', op: 'is', value });

    expect(await preview({ match: 'all', rules: [named('ann'), named('ben')] }, person)).toMatchObject({
      count: 0,
      of: 1,
      examples: [],
      emptiedBy: [1],
    });
    const nested = {
      match: 'all',
      rules: [named('ann'), { match: 'any', rules: [{ match: 'none', rules: [named('ann')] }] }],
    };
    expect((await preview(nested, person)).emptiedBy).toEqual([1]);
    expect((await preview({ match: 'all', rules: [named('x'), named('y')] }, person)).emptiedBy).toBeNull();
  });
});

describe('why', () => {
  test('gives every rule its verdict and what was found', async () => {
    const person = await registerAdmin(api);
    const contactId = await addContact({ email: 'w@why.example', firstName: 'Wanda', status: 'lead' }, person);
    const tag = (await person.request('POST', '/api/tags', { name: 'VIP' })).body;
    await person.request('POST', `/api/contacts/${contactId}/tags`, { tagId: tag.id });
    await api.db.owner.query(
      `insert into contact_activity (organization_id, contact_id, type) select $1, $2, 'email.opened' from generate_series(1, 3)`,
      [person.user.organizationId, contactId],
    );
    const opened = { kind: 'activity', activity: 'email.opened', op: 'did', days: 30, atLeast: 5 };
    const rules = {
      match: 'all',
      rules: [
        leads.rules[0],
        { match: 'none', rules: [{ kind: 'text', field: 'firstName', op: 'is', value: 'bob' }] },
        { kind: 'tag', op: 'hasAnyOf', tagIds: [tag.id] },
        opened,
      ],
    };
    const { id } = (await save('Why', rules, person)).body;

    const { member, verdict } = (await person.request('GET', `/api/segments/${id}/why/${contactId}`)).body;

    expect(member).toBe(false);
    expect(verdict).toMatchObject({
      holds: false,
      match: 'all',
      rule: null,
      parts: [
        { holds: true, found: 'lead' },
        { holds: true, match: 'none', parts: [{ holds: false, found: 'Wanda' }] },
        { holds: true, found: 'VIP' },
        { holds: false, found: '3', rule: opened },
      ],
    });
    const nobody = '11111111-1111-4111-8111-111111111111';
    expect((await person.request('GET', `/api/segments/${id}/why/${nobody}`)).status).toBe(404);
  });

  test('can say what was found for every kind of rule', async () => {
    const tenant = await createTenantFixture(api);
    const person = await enter(api, tenant, 'ADMIN');
    const rules = {
      match: 'any',
      rules: [
        { kind: 'text', field: 'phone', op: 'isEmpty' },
        { kind: 'source', op: 'isNoneOf', values: ['api'] },
        { kind: 'client', op: 'isAnyOf', clientIds: [tenant.clients.x] },
        { kind: 'date', field: 'createdAt', op: 'inLast', days: 1 },
        { kind: 'date', field: 'lastActivityAt', op: 'before', date: '0001-01-01' },
        { kind: 'consent', channel: 'sms', op: 'isAnyOf', values: ['none'] },
        { kind: 'import', importId: '11111111-1111-4111-8111-111111111111' },
        { kind: 'campaign', op: 'wasNotSent', campaignId: null, days: 3 },
      ],
    };
    const { id } = (await save('All kinds', rules, person)).body;

    const { verdict } = (await person.request('GET', `/api/segments/${id}/why/${tenant.ids.contact}`)).body;

    expect(verdict.parts.map(({ holds, found }: { holds: boolean; found: string | null }) => [holds, found])).toEqual([
      [true, null],
      [true, 'manual'],
      [true, `X ${tenant.mark}`],
      [true, expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/)],
      [false, expect.stringMatching(/Z$/)],
      [true, 'none'],
      [false, null],
      [true, null],
    ]);
  });
});

describe('the trend', () => {
  test('has one number a day, however often it is counted, for 400 days', async () => {
    const person = await registerAdmin(api);
    const { organizationId } = person.user;
    await addContact({ email: 'a@trend.example', status: 'lead' }, person);
    const { id } = (await save('Leads', leads, person)).body;
    await api.db.owner.query(
      `insert into segment_counts (organization_id, segment_id, counted_on, members)
       select $1, $2, current_date - n, n from unnest(array[1, 83, 84, 399, 401]) n`,
      [organizationId, id],
    );
    const [every, some] = segmentHandlers();
    const run = {
      jobId: 'x',
      attempt: 1,
      signal: new AbortController().signal,
      log: createLog({ LOG_LEVEL: 'silent' }, 'test'),
    };
    const ctx = backgroundContext(api.database, organizationId, 'test');

    for (let twice = 0; twice < 2; twice += 1) {
      await every!.act({ database: api.database, now: () => new Date() }, {}, run);
      await some!.act(ctx, { afterId: null }, run);
      await addContact({ email: `b${twice}@trend.example`, status: 'lead' }, person);
    }

    expect([every!.job, some!.job]).toEqual([countEverySegment, countSegments]);
    const { trend } = (await person.request('GET', `/api/segments/${id}`)).body;
    expect(trend.map(({ members }: { members: number }) => members)).toEqual([83, 1, 2]);
    expect(trend.at(-1).on).toBe(new Date().toISOString().slice(0, 10));
    const kept = await api.db.owner.query(
      'select max(members)::int as most from segment_counts where segment_id = $1',
      [id],
    );
    expect(kept.rows[0]).toEqual({ most: 399 });
    const waiting = await api.db.owner.query(
      `select count(*)::int from pgboss.job where name = 'contacts.count-segments' and data->>'organizationId' = $1`,
      [organizationId],
    );
    expect(waiting.rows[0]).toEqual({ count: 1 });
  });
});
