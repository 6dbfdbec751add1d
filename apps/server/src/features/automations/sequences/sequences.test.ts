import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { type FakeSmtp, startFakeSmtp } from '../../../../test/sending/fake-smtp.ts';
import { addPeople, ask, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';
import { letPass, path } from '../test-harness.ts';
import {
  campaigns,
  emailsOf,
  ids,
  mailed,
  patience,
  reaches,
  read,
  sentOf,
  start,
  waitsInside,
  writeSequence,
} from './test-harness.ts';

let api: TestApi;
let smtp: FakeSmtp;
let admin: ReadyAdmin;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  smtp = await startFakeSmtp({});
});
beforeEach(async () => {
  smtp.received.length = 0;
  admin = await readyAdmin(api, smtp.port);
  await onPlan('plus');
});
afterAll(async () => {
  await api.close();
  await smtp.close();
});

const onPlan = (tier: string) =>
  api.db.owner.query('update organizations set subscription_tier = $2 where id = $1', [
    admin.user.organizationId,
    tier,
  ]);
const sent = () => sentOf(smtp, admin);
const days = '2 days 1 minute';

test('three emails reach 25 people with two waits, and its figures are those of its emails', async () => {
  const people = await addPeople(api, admin, 25);
  const id = await writeSequence(admin);
  expect(await read(admin, id)).toMatchObject({ type: 'SEQUENCE', status: 'DRAFT', stats: { sent: 0 } });

  expect(await start(admin, id)).toMatchObject({ recipientCount: 25 });
  await expect.poll(sent, patience).toEqual(mailed(people, ['firstone']));
  await waitsInside(admin, id, 25);
  await expect.poll(async () => read(admin, id), patience).toMatchObject({ status: 'ACTIVE', audience: 25 });
  expect(await ask(admin, 'GET', `${campaigns}/${id}/sequence`)).toMatchObject({ entered: 25, inside: 25, stuck: 0 });
  await letPass(api, id, days);
  await expect.poll(sent, patience).toEqual(mailed(people, ['firstone', 'secondon']));
  await waitsInside(admin, id, 25);
  await letPass(api, id, days);
  await expect.poll(sent, patience).toEqual(mailed(people, ids));

  await reaches(admin, id, 'COMPLETED');
  const { emails, ...inside } = await ask(admin, 'GET', `${campaigns}/${id}/sequence`);
  expect(inside).toEqual({ entered: 25, inside: 0, stuck: 0 });
  expect(emails.map(({ subject, stats }: any) => [subject, stats.sent])).toEqual(ids.map((subject) => [subject, 25]));
  for (const { sendingId } of emails)
    expect(await read(admin, sendingId)).toMatchObject({ status: 'COMPLETED', audience: 25, sequenceId: id });
  const { items } = await ask(admin, 'GET', campaigns);
  expect(items).toMatchObject([
    { id, type: 'SEQUENCE', status: 'COMPLETED', audience: 25, stats: { sent: 75 }, progress: { accepted: 75 } },
  ]);
  expect(await ask(admin, 'GET', `${campaigns}/stats`)).toMatchObject({ total: 1, sent: 75 });
  expect((await ask(admin, 'GET', path)).items).toEqual([]);
});

test('opens and opt-outs of each email are added up', async () => {
  const people = await addPeople(api, admin, 3);
  const id = await writeSequence(admin);
  await start(admin, id);
  await expect.poll(sent, patience).toEqual(mailed(people, ['firstone']));
  await waitsInside(admin, id, 3);
  await letPass(api, id, days);
  await expect.poll(sent, patience).toEqual(mailed(people, ['firstone', 'secondon']));
  const { emails } = await ask(admin, 'GET', `${campaigns}/${id}/sequence`);
  await api.db.owner.query(
    `update campaigns set stats = stats || '{"opened": 2, "unsubscribed": 1}' where id = any($1)`,
    [emails.flatMap(({ sendingId }: any) => sendingId ?? [])],
  );

  expect((await read(admin, id)).stats).toMatchObject({ sent: 6, opened: 4, unsubscribed: 2 });
  expect((await ask(admin, 'GET', `${campaigns}/${id}/figures`)).stats).toMatchObject({ sent: 6, opened: 4 });
});

test('an opt-out in the middle ends it for that person, and for nobody else', async () => {
  const people = await addPeople(api, admin, 3);
  const id = await writeSequence(admin);
  await start(admin, id);
  await waitsInside(admin, id, 3);
  await expect.poll(sent, patience).toEqual(mailed(people, ['firstone']));

  await ask(admin, 'POST', `/api/contacts/${people[0]!.id}/consents`, { channel: 'email', state: 'withdrawn' });
  await letPass(api, id, days);
  const others = mailed(people.slice(1), ['secondon']);
  await expect.poll(sent, patience).toEqual([...mailed(people, ['firstone']), ...others].toSorted());
  await waitsInside(admin, id, 2);
  await letPass(api, id, days);
  await reaches(admin, id, 'COMPLETED');
  expect(sent()).toEqual([...mailed(people, ['firstone']), ...mailed(people.slice(1), ids.slice(1))].toSorted());
  const { items } = await ask(admin, 'GET', `${path}/${id}/runs?state=left`);
  expect(items.map(({ reason }: any) => reason).toSorted()).toEqual(['completed', 'completed', 'unsubscribed']);
});

test('who presses Start twice starts once', async () => {
  const people = await addPeople(api, admin, 5);
  const id = await writeSequence(admin);
  const answers = await Promise.all(
    [0, 0, 0].map((afterSeconds) => admin.request('POST', `${campaigns}/${id}/send`, { afterSeconds })),
  );

  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409']);
  await waitsInside(admin, id, 5);
  await expect.poll(sent, patience).toEqual(mailed(people, ['firstone']));
  expect((await admin.request('POST', `${campaigns}/${id}/send`, { afterSeconds: 0 })).status).toBe(409);
});

test('paused, nobody goes on and nothing leaves; resumed, everybody waits as much longer', async () => {
  const people = await addPeople(api, admin, 4);
  const id = await writeSequence(admin);
  await start(admin, id);
  await waitsInside(admin, id, 4);
  await expect.poll(sent, patience).toEqual(mailed(people, ['firstone']));
  const due = async () =>
    (await ask(admin, 'GET', `${path}/${id}/runs`)).items.map(({ nextRunAt }: any) => Date.parse(nextRunAt));
  const before = await due();

  await ask(admin, 'PATCH', `${campaigns}/${id}`, { status: 'PAUSED' });
  await api.db.owner.query(`update automations set paused_at = paused_at - interval '5 days' where id = $1`, [id]);
  await api.db.owner.query(
    `update automation_runs set arrived_at = arrived_at - interval '5 days', entered_at = entered_at - interval '5 days' where automation_id = $1`,
    [id],
  );
  await letPass(api, id, days);
  expect((await admin.request('PATCH', `${campaigns}/${id}`, { status: 'PAUSED' })).status).toBe(409);
  await ask(admin, 'PATCH', `${campaigns}/${id}`, { status: 'ACTIVE' });
  await expect.poll(async () => (await ask(admin, 'GET', `${path}/${id}`)).status, patience).toBe('live');
  const after = await due();

  expect(sent()).toEqual(mailed(people, ['firstone']));
  const later = (after[0] - before[0]) / 86_400_000;
  expect(later).toBeGreaterThan(2.9);
  expect(later).toBeLessThan(3.1);
  await letPass(api, id, '5 days');
  await expect.poll(sent, patience).toEqual(mailed(people, ['firstone', 'secondon']));
});

test('cancelled, everybody leaves and it is over', async () => {
  const people = await addPeople(api, admin, 2);
  const id = await writeSequence(admin);
  await start(admin, id);
  await waitsInside(admin, id, 2);
  await expect.poll(sent, patience).toEqual(mailed(people, ['firstone']));

  expect((await admin.request('DELETE', `${campaigns}/${id}`)).status).toBe(409);
  await ask(admin, 'POST', `${campaigns}/${id}/cancel`);
  expect(await read(admin, id)).toMatchObject({ status: 'COMPLETED', audience: 2, stats: { sent: 2 } });
  expect(await ask(admin, 'GET', `${path}/${id}`)).toMatchObject({ status: 'ended', inside: 0 });

  await ask(admin, 'DELETE', `${campaigns}/${id}`);
  expect((await admin.request('GET', `${campaigns}/${id}`)).status).toBe(404);
  expect((await admin.request('GET', `${path}/${id}`)).status).toBe(404);
  expect(await ask(admin, 'GET', `${campaigns}/stats`)).toMatchObject({ total: 0, sent: 0 });
});

describe('a draft', () => {
  test('is copied with its emails, and each copy has its own', async () => {
    const id = await writeSequence(admin);
    const copy = await ask(admin, 'POST', `${campaigns}/${id}/duplicate`);
    expect(copy).toMatchObject({ name: 'Bread course (Copy)', type: 'SEQUENCE', status: 'DRAFT' });
    await ask(admin, 'PUT', `${campaigns}/${copy.emails[0].campaignId}`, { subject: 'Changed' });

    const subjects = async (of: string) =>
      (await ask(admin, 'GET', `${campaigns}/${of}/sequence`)).emails.map(({ subject }: any) => subject);
    expect(await subjects(id)).toEqual([...ids]);
    expect(await subjects(copy.id)).toEqual(['Changed', 'secondon', 'thirdone']);
  });

  test('takes emails in another order, without those that are left out and with new ones', async () => {
    const id = await writeSequence(admin);
    const { emails } = await read(admin, id);
    const list = emailsOf(['thirdone', 'firstone', 'fourthon']);
    const changed = await ask(admin, 'PUT', `${campaigns}/${id}`, { emails: list });

    expect(changed.emails.map(({ id }: any) => id)).toEqual(['thirdone', 'firstone', 'fourthon']);
    expect(changed.emails[0]).toEqual({ ...emails[2], wait: null });
    expect((await admin.request('GET', `${campaigns}/${emails[1].campaignId}`)).status).toBe(404);
    expect((await admin.request('POST', `${campaigns}/${id}/send`, {})).body.message).toMatch('Email 3');
  });

  test('is deleted with its emails', async () => {
    const id = await writeSequence(admin);
    const { emails } = await read(admin, id);
    await ask(admin, 'DELETE', `${campaigns}/${id}`);
    for (const { campaignId } of emails)
      expect((await admin.request('GET', `${campaigns}/${campaignId}`)).status).toBe(404);
  });

  test('does not start with one email, an email without words, nobody, or a plan without automations', async () => {
    const refusal = async (id: string) => {
      const { status, body } = await admin.request('POST', `${campaigns}/${id}/send`, {});
      return [status, body.message];
    };
    expect(await refusal(await writeSequence(admin, { emails: emailsOf(['firstone']) }))).toEqual([
      400,
      'A sequence needs at least two emails. Add another.',
    ]);
    const id = await writeSequence(admin);
    expect(await refusal(id)).toEqual([400, 'No one would receive this campaign. Choose other recipients.']);
    await addPeople(api, admin, 1);
    await onPlan('lite');
    expect((await admin.request('POST', `${campaigns}/${id}/send`, {})).body).toMatchObject({ code: 'plan_limit' });
    const { lines } = await ask(admin, 'GET', `${campaigns}/${id}/check`);
    expect(lines).toContainEqual(expect.objectContaining({ code: 'plan', level: 'blocking' }));
    await onPlan('plus');
    expect(await ask(admin, 'GET', `${campaigns}/${id}/check`)).toMatchObject({ isReady: true, recipients: 1 });
  });

  test('keeps its type, and its emails are sent by it alone', async () => {
    const id = await writeSequence(admin);
    const { emails } = await read(admin, id);
    expect((await admin.request('PUT', `${campaigns}/${id}`, { type: 'EMAIL' })).status).toBe(400);
    expect((await admin.request('POST', `${campaigns}/${emails[0].campaignId}/send`, {})).body).toMatchObject({
      message: 'This email belongs to a sequence. Start the sequence to send it.',
    });
    const email = await ask(admin, 'POST', campaigns, { name: 'One', subject: 'One', htmlContent: '<p>One</p>' });
    expect((await admin.request('PUT', `${campaigns}/${email.id}`, { emails: emailsOf(ids) })).status).toBe(400);
    const without = await admin.request('POST', campaigns, { name: 'One', htmlContent: '<p>One</p>' });
    expect(without).toMatchObject({ status: 400, body: { fields: { subject: 'Email subject is required' } } });
  });
});

test('what it says and what is behind it cannot be changed once it has started', async () => {
  const [person] = await addPeople(api, admin, 1);
  const id = await writeSequence(admin);
  await start(admin, id);
  await waitsInside(admin, id, 1);
  const { emails } = await read(admin, id);
  const { draftNo, draft } = await ask(admin, 'GET', `${path}/${id}`);
  const refused = [
    await admin.request('PUT', `${campaigns}/${emails[1].campaignId}`, { subject: 'Late' }),
    await admin.request('PUT', `${campaigns}/${id}`, { emails: emailsOf(ids) }),
    await admin.request('PUT', `${path}/${id}/draft`, { document: draft }),
    await admin.request('POST', `${path}/${id}/publish`, { draftNo }),
    await admin.request('PUT', `${path}/${id}/status`, { status: 'ended' }),
    await admin.request('POST', `${path}/${id}/runs`, { contactIds: [person!.id] }),
    await admin.request('DELETE', `${path}/${id}`),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 409));
});

test('it counts once for the plan while people are inside, and not after', async () => {
  await addPeople(api, admin, 1);
  const id = await writeSequence(admin);
  const live = async () =>
    (
      await api.db.owner.query('select automations, live from automation_totals where organization_id = $1', [
        admin.user.organizationId,
      ])
    ).rows[0];
  await start(admin, id);
  await waitsInside(admin, id, 1);
  expect(await live()).toEqual({ automations: 0, live: 1 });
  await ask(admin, 'POST', `${campaigns}/${id}/cancel`);
  expect(await live()).toEqual({ automations: 0, live: 0 });
});

test('above what the plan includes it is paused and goes on, and no other starts', async () => {
  await addPeople(api, admin, 1);
  const [id, other] = [await writeSequence(admin), await writeSequence(admin)];
  await start(admin, id);
  await waitsInside(admin, id, 1);
  await onPlan('lite');

  await ask(admin, 'PATCH', `${campaigns}/${id}`, { status: 'PAUSED' });
  const resumed = await admin.request('PATCH', `${campaigns}/${id}`, { status: 'ACTIVE' });
  const refused = await admin.request('POST', `${campaigns}/${other}/send`, {});

  expect(resumed.status).toBe(200);
  await expect.poll(async () => (await ask(admin, 'GET', `${path}/${id}`)).status, patience).toBe('live');
  expect(refused).toMatchObject({ status: 403, body: { code: 'plan_limit' } });
});

test('of a client: the others do not see it, and archiving the client stops it until somebody resumes it', async () => {
  const client = await ask(admin, 'POST', '/api/clients', { name: 'Maple & Rye' });
  const other = await ask(admin, 'POST', '/api/clients', { name: 'Fernhill' });
  const people = await addPeople(api, admin, 2, client.id);
  const id = await writeSequence(admin, { clientId: client.id });
  const everybody = { type: 'SEQUENCE', name: 'All', clientId: null, recipients: { type: 'all', everyClient: true } };
  expect((await admin.request('POST', campaigns, everybody)).status).toBe(400);
  await start(admin, id);
  await waitsInside(admin, id, 2);
  await expect.poll(sent, patience).toEqual(mailed(people, ['firstone']));
  await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: other.id });
  expect((await admin.request('GET', `${campaigns}/${id}/sequence`)).status).toBe(404);
  expect((await admin.request('GET', `${path}/${id}/runs`)).status).toBe(404);
  await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: null });

  await ask(admin, 'POST', `/api/clients/${client.id}/archive`, { forms: 'collect' });
  expect(await read(admin, id)).toMatchObject({ status: 'PAUSED', holdReason: 'client_archived' });
  expect((await ask(admin, 'GET', `${path}/${id}`)).status).toBe('paused');
  const refused = await admin.request('PATCH', `${campaigns}/${id}`, { status: 'ACTIVE' });
  expect(refused.body.code).toBe('client_archived');
  await ask(admin, 'POST', `/api/clients/${client.id}/restore`);
  await ask(admin, 'PATCH', `${campaigns}/${id}`, { status: 'ACTIVE' });
  await expect.poll(async () => (await ask(admin, 'GET', `${path}/${id}`)).status, patience).toBe('live');
  await letPass(api, id, days);
  await expect.poll(sent, patience).toEqual(mailed(people, ['firstone', 'secondon']));
});
