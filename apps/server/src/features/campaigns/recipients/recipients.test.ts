import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { joinTeam } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';

let api: TestApi;
let admin: ReadyAdmin;
let path: string;
let id: string;
let people: { id: string; email: string }[];

/** Six contacts: two with a tag get it, one with it is unsubscribed, one is excluded, two have no tag. Another comes later. */
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  admin = await readyAdmin(api);
  people = await addPeople(api, admin, 6);
  const { organizationId } = admin.user;
  const { owner } = api.db;
  const [hannah, , away, out] = people.map((person) => person.id);
  await owner.query(`update contacts set first_name = 'Hannah', last_name = '=Okafor' where id = $1`, [hannah]);
  await owner.query(`update contacts set first_name = 'Ursula', status = 'unsubscribed' where id = $1`, [away]);
  const tag = await ask(admin, 'POST', '/api/tags', { name: 'Regulars', color: '#10B981' });
  await owner.query(
    `insert into contact_tags (organization_id, contact_id, tag_id, contact_created_at)
     select organization_id, id, $2, created_at from contacts where organization_id = $1 and id = any($3)`,
    [organizationId, tag.id, people.slice(0, 4).map((person) => person.id)],
  );
  ({ id } = await draft(admin, { recipients: { type: 'tags', tagIds: [tag.id], exclude: { contactIds: [out] } } }));
  path = `/api/campaigns/${id}`;
  await ask(admin, 'POST', `${path}/send`);
  await vi.waitFor(async () => {
    if ((await ask(admin, 'GET', path)).status !== 'COMPLETED') throw new Error('It is still being sent.');
  }, 30_000);
  await owner.query(
    `insert into contacts (organization_id, email, first_name) values ($1, 'late@mail.example', 'Latecomer')`,
    [organizationId],
  );
});
afterAll(() => api.close());

describe('recipients', () => {
  test('are listed with name, message id and the way they were sent, and counted', async () => {
    const { items, total } = await ask(admin, 'GET', `${path}/recipients`);

    const hannah = items.find((item: { contactId: string }) => item.contactId === people[0]!.id);
    expect(total).toBe(2);
    expect(hannah).toMatchObject({
      name: 'Hannah =Okafor',
      email: people[0]!.email,
      state: 'accepted',
      retryable: false,
      provider: '127.0.0.1',
      messageId: `<${hannah.sendId}@${admin.domain.domain}>`,
      bounceReason: null,
    });
  });

  test('are found by name and address, state and what became of the email', async () => {
    await api.db.owner.query(
      `update campaign_sends set bounced_at = now(), reason = '550 No such user' where campaign_id = $1 and contact_id = $2`,
      [id, people[1]!.id],
    );
    await api.db.owner.query(`update campaigns set stats = stats || '{"bounced": 1}' where id = $1`, [id]);
    const found = async (query: string) => {
      const { items, total } = await ask(admin, 'GET', `${path}/recipients?${query}`);
      expect(total).toBe(items.length);
      return items.map(({ contactId }: { contactId: string }) => contactId);
    };

    expect(await found('search=hann')).toEqual([people[0]!.id]);
    expect(await found(`search=${encodeURIComponent(people[1]!.email)}`)).toEqual([people[1]!.id]);
    expect(await found('search=ursula')).toEqual([]);
    expect(await found('state=failed')).toEqual([]);
    expect(await found('event=bounced')).toEqual([people[1]!.id]);
    const { items } = await ask(admin, 'GET', `${path}/recipients?event=bounced`);
    expect(items[0].bounceReason).toBe('550 No such user');
  });

  test('are found by what became of the email, whether or not their timelines still tell', async () => {
    const { owner } = api.db;
    const of = async (event: string) => {
      const { items, total } = await ask(admin, 'GET', `${path}/recipients?event=${event}`);
      return { total, ids: items.map(({ contactId }: { contactId: string }) => contactId) };
    };
    const [hannah, other] = people.map((person) => person.id);
    await owner.query('update campaign_sends set opened_at = now() where campaign_id = $1', [id]);
    await owner.query(`update campaigns set stats = stats || '{"opened": 2}' where id = $1`, [id]);
    const line = `insert into contact_activity (organization_id, contact_id, type, ref_id, happened_at)
      select organization_id, $2, 'email.opened', id, now() from campaigns where id = $1`;
    const both = { total: 2, ids: [hannah!, other!].toSorted() };

    const withoutLines = await of('opened');
    await owner.query(line, [id, hannah]);
    const withOne = await of('opened');
    await owner.query(line, [id, other]);
    await owner.query(line, [id, other]);
    const withAll = await of('opened');

    expect([withoutLines, withOne, withAll]).toEqual([both, both, both]);
    expect(await of('complained')).toEqual({ total: 0, ids: [] });
  });

  test('are exported, and no cell is a formula', async () => {
    await api.db.owner.query(`update contacts set first_name = '=1+1' where id = $1`, [people[1]!.id]);

    const { body } = await admin.request('GET', `${path}/recipients/export`);

    const lines = String(body).trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('"Email","Name","State"');
    expect(String(body)).not.toContain('"=1+1');
  });
});

describe('who was left out', () => {
  const reasonsOf = async (query: string) =>
    (await ask(admin, 'GET', `${path}/left-out?${query}`)).items.map(
      ({ contactId, reason }: { contactId: string; reason: string }) => [contactId, reason],
    );

  test('is listed by reason, and a search answers for anybody', async () => {
    expect(new Map(await reasonsOf(''))).toEqual(
      new Map([
        [people[2]!.id, 'unsubscribed'],
        [people[3]!.id, 'excluded'],
      ]),
    );
    expect(await reasonsOf('reason=excluded')).toEqual([[people[3]!.id, 'excluded']]);
    expect(await reasonsOf('search=ursula')).toEqual([[people[2]!.id, 'unsubscribed']]);
    expect(await reasonsOf(`search=${encodeURIComponent(people[4]!.email)}`)).toEqual([
      [people[4]!.id, 'not-selected'],
    ]);
    expect(await reasonsOf('search=latecomer')).toMatchObject([[expect.any(String), 'added-later']]);
    expect(await reasonsOf('search=hannah')).toEqual([]);
    expect(await reasonsOf('reason=not-selected')).toHaveLength(2);
  });

  test('is as many as the campaign counted', async () => {
    const { leftOut } = await ask(admin, 'GET', path);
    const { total } = await ask(admin, 'GET', `${path}/left-out`);

    const counted = (leftOut as { reason: string; people: number }[])
      .filter(({ reason }) => reason !== 'not-selected')
      .reduce((sum, each) => sum + each.people, 0);
    expect(total).toBe(counted);
  });

  test('of a campaign older than these rows is not said to be unselected', async () => {
    const { rows } = await api.db.owner.query('delete from campaign_left_out where campaign_id = $1 returning *', [id]);

    const reasons = await reasonsOf('search=ursula');

    for (const row of rows)
      await api.db.owner.query(
        'insert into campaign_left_out (organization_id, campaign_id, contact_id, client_id, reason) values ($1, $2, $3, $4, $5)',
        [row.organization_id, row.campaign_id, row.contact_id, row.client_id, row.reason],
      );
    expect(reasons).toEqual([[people[2]!.id, 'not-kept']]);
  });

  test('is exported, and a VIEWER exports nothing', async () => {
    const viewer = await joinTeam(api, admin, 'VIEWER');

    const { body } = await admin.request('GET', `${path}/left-out/export`);
    const refused = [
      await viewer.request('GET', `${path}/left-out/export`),
      await viewer.request('GET', `${path}/recipients/export`),
    ];

    expect(String(body)).toContain('"unsubscribed"');
    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
  });
});

test('all uncertain emails are settled at once, and then can be retried', async () => {
  await api.db.owner.query(`update campaign_sends set state = 'uncertain' where campaign_id = $1`, [id]);

  const answer = await ask(admin, 'POST', `${path}/settle-all`, { as: 'failed' });

  expect(answer).toMatchObject({ settled: 2, campaign: { retryable: 2, progress: { failed: 2 } } });
});

describe('when the month of its ledger is deleted', () => {
  const answers = async (query: string) => {
    const { items, total } = await ask(admin, 'GET', `${path}/left-out?${query}`);
    expect(total).toBe(items.length);
    return items.map(({ reason }: { reason: string }) => reason);
  };
  const dropMonth = (table: string) =>
    api.db.owner.query(
      `do $$ begin execute 'drop table ${table}_' || (select to_char(campaign_month, 'YYYYMM') from campaigns where id = '${id}'); end $$`,
    );
  beforeAll(() => dropMonth('campaign_sends'));

  test('the timeline still tells who got it, and the kept reasons why others did not', async () => {
    expect(await answers('search=hannah')).toEqual(['was-sent']);
    expect(await answers('search=ursula')).toEqual(['unsubscribed']);
    expect(await answers('search=latecomer')).toEqual(['added-later']);
    expect(await answers('reason=not-selected')).toEqual([]);
  });

  test('nobody is said to be not selected where nothing tells any more', async () => {
    await dropMonth('contact_activity');

    expect(await answers('search=hannah')).toEqual(['no-longer-kept']);
    expect(await answers(`search=${encodeURIComponent(people[4]!.email)}`)).toEqual(['no-longer-kept']);
  });

  test('the list of recipients says that it is deleted, instead of counting who is not in it', async () => {
    const all = await ask(admin, 'GET', `${path}/recipients`);
    const accepted = await ask(admin, 'GET', `${path}/recipients?state=accepted`);

    expect(all).toEqual({ items: [], nextCursor: null, total: 0, isKept: false });
    expect(accepted.total).toBe(0);
    expect((await ask(admin, 'GET', path)).audience).toBe(2);
  });

  test('no proof is made of nothing', async () => {
    const { status, body } = await admin.request('GET', `${path}/proof`);

    expect([status, body.message]).toEqual([
      409,
      'Proof of sending is available for 13 months after sending has started.',
    ]);
  });
});
