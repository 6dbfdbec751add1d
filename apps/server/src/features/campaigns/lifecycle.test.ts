import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from '../../../test/sending/ready-admin.ts';
import { type Steps, stepsOf } from '../../../test/sending/steps.ts';

let api: TestApi;
let admin: ReadyAdmin;
let steps: Steps;
let people: { id: string; email: string }[];
beforeAll(async () => {
  api = await startTestApi();
  admin = await readyAdmin(api);
  steps = stepsOf(api, admin.user.organizationId);
  people = (await addPeople(api, admin, 5)).toSorted((one, other) => (one.id < other.id ? -1 : 1));
});
afterAll(() => api.close());

const send = (id: string, by: Pick<ReadyAdmin, 'request'> = admin) => by.request('POST', `/api/campaigns/${id}/send`);
const read = (id: string) => ask(admin, 'GET', `/api/campaigns/${id}`);
const move = (id: string, status: string) => admin.request('PATCH', `/api/campaigns/${id}`, { status });

async function sending(): Promise<string> {
  const { id } = await draft(admin);
  await ask(admin, 'POST', `/api/campaigns/${id}/send`);
  await steps.begin(id);
  await steps.freeze(id);
  return id;
}

describe('sending refuses', () => {
  const { query } = { query: (statement: string, values: unknown[]) => api.db.owner.query(statement, values) };
  test.each<[string, (tenant: ReadyAdmin) => Promise<unknown>, number, RegExp]>([
    [
      'a domain DNS says nothing about',
      ({ domain }) => query(`update sending_domains set state = 'pending' where id = $1`, [domain.id]),
      409,
      /don't trust/,
    ],
    [
      'a domain whose records are gone',
      ({ domain }) => query(`update sending_domains set state = 'failing' where id = $1`, [domain.id]),
      409,
      /don't trust/,
    ],
    [
      'a domain without a key that signs',
      ({ domain }) => query('update dkim_keys set active_from = null where domain_id = $1', [domain.id]),
      409,
      /don't trust/,
    ],
    [
      'a sender the signature does not speak for',
      ({ sender }) => query(`update senders set from_email = 'hello@else.example' where id = $1`, [sender.id]),
      409,
      /don't trust/,
    ],
    ['no sender', ({ sender }) => query('delete from senders where id = $1', [sender.id]), 409, /choose a sender/],
    [
      'no way out',
      ({ connection }) => query('delete from smtp_connections where id = $1', [connection.id]),
      409,
      /Add a connection/,
    ],
    [
      'no postal address',
      (tenant) => ask(tenant, 'PUT', '/api/sending/address', { postalAddress: '' }),
      409,
      /postal address/,
    ],
    [
      'nobody to write to',
      ({ user }) =>
        query(`update contacts set status = 'unsubscribed' where organization_id = $1`, [user.organizationId]),
      400,
      /No one would receive/,
    ],
  ])('%s', async (_, spoil, status, sentence) => {
    const tenant = await readyAdmin(api);
    await addPeople(api, tenant, 1);
    const { id } = await draft(tenant);
    await spoil(tenant);

    const answer = await send(id, tenant);

    expect(answer).toMatchObject({ status, body: { message: expect.stringMatching(sentence) } });
    expect(await ask(tenant, 'GET', `/api/campaigns/${id}`)).toMatchObject({ status: 'DRAFT', scheduledAt: null });
  });

  test('content that could not be read, and says where', async () => {
    const { id } = await draft(admin, { htmlContent: '<p>Hello</p>\n<p>{{ secret_key }}</p>' });

    expect(await send(id)).toMatchObject({ status: 400, body: { message: expect.stringContaining('line 2') } });
  });

  test('recipients whose excluded tag was deleted: nobody must get mail because a list has gone', async () => {
    const tag = await ask(admin, 'POST', '/api/tags', { name: 'Press', color: '#10B981' });
    const { id } = await draft(admin, { recipients: { type: 'all', exclude: { tagIds: [tag.id] } } });
    await ask(admin, 'DELETE', `/api/tags/${tag.id}`);

    expect(await send(id)).toMatchObject({ status: 400, body: { message: expect.stringContaining('was deleted') } });
  });

  test('a time that has passed hours ago', async () => {
    const { id } = await draft(admin, { scheduledAt: new Date(Date.now() - 7_200_000).toISOString() });

    expect(await send(id)).toMatchObject({ status: 400, body: { fields: { scheduledAt: expect.any(String) } } });
  });
});

test('whoever confirmed sends what they saw: a later change of a colleague is refused, and says whose it is', async () => {
  const { id, version } = await draft(admin);
  await ask(admin, 'PUT', `/api/campaigns/${id}`, { subject: 'Changed meanwhile' });
  const sendOf = (seen: number) => admin.request('POST', `/api/campaigns/${id}/send`, { version: seen });

  const refused = await sendOf(version);
  const untouched = await read(id);
  const sent = await sendOf(version + 1);

  expect(refused).toMatchObject({ status: 409, body: { code: 'campaign_changed', fields: { by: admin.user.name } } });
  expect(untouched).toMatchObject({ status: 'DRAFT', scheduledAt: null });
  expect(sent).toMatchObject({ status: 200, body: { campaign: { status: 'ACTIVE', subject: 'Changed meanwhile' } } });
});

describe('a campaign that is sent', () => {
  test('freezes its audience, and everybody left out has a reason', async () => {
    const [first, second] = people;
    await api.db.owner.query(`update contacts set status = 'bounced' where id = $1`, [first!.id]);
    const tag = await ask(admin, 'POST', '/api/tags', { name: `Staff ${Date.now()}`, color: '#10B981' });
    await ask(admin, 'POST', `/api/contacts/${second!.id}/tags`, { tagId: tag.id });
    const { id, recipients } = await draft(admin, { recipients: { type: 'all', exclude: { tagIds: [tag.id] } } });

    const counted = await ask(admin, 'POST', '/api/campaigns/audience', { recipients });
    const sent = await send(id);
    await steps.begin(id);
    await steps.freeze(id);

    const leftOut = [
      { reason: 'bounced', people: 1 },
      { reason: 'excluded', people: 1 },
    ];
    expect(counted.recipients).toBe(3);
    expect(counted.leftOut).toEqual(expect.arrayContaining(leftOut));
    expect(sent.body).toMatchObject({ recipientCount: 3, campaign: { status: 'ACTIVE' } });
    const frozen = await read(id);
    expect(frozen).toMatchObject({ status: 'ACTIVE', audience: 3, progress: { pending: 3 } });
    expect(frozen.leftOut).toEqual(expect.arrayContaining(leftOut));
    await api.db.owner.query(`update contacts set status = 'active' where id = $1`, [first!.id]);
  });

  test('pages through its recipients, by state too, and keeps those who are deleted', async () => {
    const id = await sending();
    await api.db.owner.query(`update campaign_sends set state = 'failed', reason = '550 no' where contact_id = $1`, [
      people[2]!.id,
    ]);
    const seen: { contactId: string; email: string | null }[] = [];
    let cursor = '';
    do {
      const page = await ask(admin, 'GET', `/api/campaigns/${id}/recipients?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.items);
      cursor = page.nextCursor ?? '';
    } while (cursor);
    const failed = await ask(admin, 'GET', `/api/campaigns/${id}/recipients?state=failed`);
    const wrong = await admin.request('GET', `/api/campaigns/${id}/recipients?cursor=abc`);

    expect(seen.map(({ contactId, email }) => ({ id: contactId, email }))).toEqual(people);
    expect(failed.items).toMatchObject([{ contactId: people[2]!.id, state: 'failed', reason: '550 no' }]);
    expect(wrong.status).toBe(400);
  });

  test('cannot be changed, deleted or sent again', async () => {
    const id = await sending();

    const answers = [
      await admin.request('PUT', `/api/campaigns/${id}`, { subject: 'Too late' }),
      await admin.request('DELETE', `/api/campaigns/${id}`),
      await send(id),
      await move(id, 'ACTIVE'),
      await move(id, 'COMPLETED'),
      await move(id, 'DRAFT'),
    ];

    for (const answer of answers) expect(answer).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  });

  test('is cancelled before it began, and is over at once', async () => {
    const { id } = await draft(admin, { scheduledAt: '2030-01-01T10:00:00Z' });
    await ask(admin, 'POST', `/api/campaigns/${id}/send`);

    const cancelled = await admin.request('POST', `/api/campaigns/${id}/cancel`);
    await steps.begin(id, new Date('2030-01-01T10:00:01Z'));

    expect(cancelled).toMatchObject({ status: 200, body: { status: 'COMPLETED', audience: 0, sentAt: null } });
    expect(await read(id)).toMatchObject({ status: 'COMPLETED', audience: 0 });
    expect((await admin.request('DELETE', `/api/campaigns/${id}`)).status).toBe(204);
  });

  test('is cancelled in the middle: who waits never gets it, who is being offered a mail keeps its end', async () => {
    const id = await sending();
    const [one, two] = people;
    await api.db.owner.query(
      `update campaign_sends set state = 'accepted' where campaign_id = $1 and contact_id = $2`,
      [id, one!.id],
    );
    await api.db.owner.query(
      `update campaign_sends set state = 'offering', lease_until = now() + interval '1 minute' where campaign_id = $1 and contact_id = $2`,
      [id, two!.id],
    );

    const cancelled = await ask(admin, 'POST', `/api/campaigns/${id}/cancel`);
    const again = await admin.request('POST', `/api/campaigns/${id}/cancel`);
    await steps.finish(id);

    expect(cancelled).toMatchObject({ status: 'ACTIVE', progress: { accepted: 1, offering: 1, cancelled: 3 } });
    expect(again.status).toBe(409);
    expect(await read(id)).toMatchObject({ status: 'COMPLETED', progress: { accepted: 2, cancelled: 3 }, audience: 5 });
    expect((await admin.request('POST', `/api/campaigns/${id}/retry`)).status).toBe(409);
  });

  test('tries again only those who were refused for a passing reason', async () => {
    const id = await sending();
    const [one, two, three] = people;
    const set = (contactId: string, change: string) =>
      api.db.owner.query(`update campaign_sends set ${change} where campaign_id = $1 and contact_id = $2`, [
        id,
        contactId,
      ]);
    await set(one!.id, `state = 'failed', reason = '450 later', retryable = true`);
    await set(two!.id, `state = 'failed', reason = '550 never', retryable = false`);
    await set(three!.id, `state = 'uncertain', reason = 'worker-lost'`);
    await steps.finish(id);
    const completed = await read(id);

    const retried = await ask(admin, 'POST', `/api/campaigns/${id}/retry`);
    const unknown = await admin.request('POST', `/api/campaigns/${crypto.randomUUID()}/retry`);

    expect(completed).toMatchObject({ status: 'COMPLETED', progress: { accepted: 2, failed: 2, uncertain: 1 } });
    expect(retried).toMatchObject({
      retried: 1,
      campaign: { status: 'ACTIVE', completedAt: null, progress: { accepted: 2, failed: 1, uncertain: 1, pending: 1 } },
    });
    expect(unknown.status).toBe(404);
  });

  test('does not try again whoever was heard of since their email was taken for lost', async () => {
    const id = await sending();
    await api.db.owner.query(
      `update campaign_sends set state = 'failed', reason = 'settled-by-person', retryable = true,
         opened_at = case when contact_id = $2 then now() end where campaign_id = $1`,
      [id, people[0]!.id],
    );
    await steps.finish(id);

    const { retried } = await ask(admin, 'POST', `/api/campaigns/${id}/retry`);

    expect(retried).toBe(4);
    await ask(admin, 'POST', `/api/campaigns/${id}/cancel`);
  });

  test('can be deleted when it is over, and the links and opt-outs in its mails go on working', async () => {
    const id = await sending();
    await steps.finish(id);

    const gone = await admin.request('DELETE', `/api/campaigns/${id}`);
    const again = await admin.request('DELETE', `/api/campaigns/${id}`);
    const listed = await ask(admin, 'GET', '/api/campaigns?limit=100');

    expect([gone.status, again.status]).toEqual([204, 404]);
    expect((await admin.request('GET', `/api/campaigns/${id}/recipients`)).status).toBe(404);
    expect(listed.items.map((campaign: { id: string }) => campaign.id)).not.toContain(id);
    const { rows } = await api.db.owner.query('select from campaign_sends where campaign_id = $1', [id]);
    expect(rows).toHaveLength(people.length);
  });

  test('lets a person settle what is in doubt, and nothing else', async () => {
    const id = await sending();
    const [one, two, three] = people;
    await api.db.owner.query(
      `update campaign_sends set state = 'uncertain' where campaign_id = $1 and contact_id = any($2::uuid[])`,
      [id, [one!.id, two!.id]],
    );
    await steps.finish(id);
    const settle = (contactIds: string[], as: string) =>
      admin.request('POST', `/api/campaigns/${id}/settle`, { contactIds, as });

    const accepted = await settle([one!.id, three!.id], 'accepted');
    const failed = await settle([two!.id], 'failed');
    const stranger = await settle([crypto.randomUUID()], 'accepted');

    expect(accepted.body).toMatchObject({ settled: 1, campaign: { progress: { accepted: 4, uncertain: 1 } } });
    expect(failed.body).toMatchObject({ settled: 1, campaign: { progress: { accepted: 4, failed: 1 } } });
    expect(stranger.status).toBe(404);
    expect(await ask(admin, 'POST', `/api/campaigns/${id}/retry`)).toMatchObject({ retried: 1 });
  });
});

describe('a schedule that was missed', () => {
  const minutes = 60_000;
  test.each([
    ['5 minutes', 5 * minutes, 'sent'],
    ['59 minutes', 59 * minutes, 'sent'],
    ['2 hours', 120 * minutes, 'held'],
    ['3 days', 3 * 1_440 * minutes, 'held'],
  ])('by %s is %s', async (_, late, outcome) => {
    const at = new Date(Date.now() + 60 * minutes);
    const { id } = await draft(admin, { scheduledAt: at.toISOString() });
    await ask(admin, 'POST', `/api/campaigns/${id}/send`);

    await steps.begin(id, new Date(at.getTime() - 1_000));
    const early = await read(id);
    await steps.begin(id, new Date(at.getTime() + late));

    expect(early).toMatchObject({ status: 'ACTIVE', sentAt: null });
    expect(await read(id)).toMatchObject(
      outcome === 'sent'
        ? { status: 'ACTIVE', sentAt: expect.any(String), holdReason: null }
        : { status: 'PAUSED', sentAt: null, holdReason: 'missed-schedule' },
    );
  });

  test('goes on when a person says so', async () => {
    const at = new Date(Date.now() + 1_000);
    const { id } = await draft(admin, { scheduledAt: at.toISOString() });
    await ask(admin, 'POST', `/api/campaigns/${id}/send`);
    await steps.begin(id, new Date(at.getTime() + 7_200_000));
    await api.db.owner.query(`update campaigns set scheduled_at = now() - interval '2 hours' where id = $1`, [id]);

    const resumed = await move(id, 'ACTIVE');
    await steps.begin(id);

    expect(resumed).toMatchObject({ status: 200, body: { status: 'ACTIVE', holdReason: null } });
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', sentAt: expect.any(String) });
  });
});
