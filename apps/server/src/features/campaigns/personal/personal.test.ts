import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { publicUrl, startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { type FakeSmtp, type Rulings, startFakeSmtp } from '../../../../test/sending/fake-smtp.ts';
import { addPeople, ask, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';
import { createWorkerProcesses } from '../../../../test/sending/worker-processes.ts';

let api: TestApi;
let smtp: FakeSmtp;
let rulings: Rulings;
let admin: ReadyAdmin;
let contact: { id: string; email: string };
const workers = createWorkerProcesses(() => api);
beforeAll(async () => {
  api = await startTestApi();
  smtp = await startFakeSmtp({ recipient: (to) => rulings.recipient?.(to) });
});
beforeEach(async () => {
  rulings = {};
  smtp.received.length = 0;
  admin = await readyAdmin(api, smtp.port);
  [contact] = (await addPeople(api, admin, 2)) as [typeof contact];
});
afterEach(() => workers.endAll());
afterAll(async () => {
  await api.close();
  await smtp.close();
});

const letter = {
  subject: 'Your rye order',
  text: 'Dear Ann,\n\nit is <ready>: https://maple.example/order?a=1.\nBest',
};
const path = () => `/api/contacts/${contact.id}/emails`;
const send = (more: object = {}) => admin.request('POST', path(), { requestKey: randomUUID(), ...letter, ...more });
const list = async () => (await ask(admin, 'GET', path())).items;
const stateIs = (state: string) =>
  vi.waitFor(async () => expect((await list())[0]?.state).toBe(state), { timeout: 60_000, interval: 100 });
const activity = async () =>
  (await ask(admin, 'GET', `/api/contacts/${contact.id}/activity`)).items.map(
    ({ type, subject }: { type: string; subject: { name: string } | null }) => [type, subject?.name],
  );

describe('an email to one contact', () => {
  test('arrives once, with the way out and the postal address, tracked, and stands in the timeline', async () => {
    const sent = await send();
    workers.start();
    await stateIs('sent');

    expect(sent).toMatchObject({ status: 201, body: { state: 'waiting', subject: letter.subject, text: letter.text } });
    expect(smtp.received.map(({ to }) => to)).toEqual([contact.email]);
    const { raw } = smtp.received[0]!;
    expect(raw).toMatch(/^Subject: Your rye order\r$/m);
    expect(raw).toMatch(/^List-Unsubscribe: <http/m);
    expect(raw).toContain('1 High Street');
    expect(raw).toContain('&lt;ready&gt;');
    expect(raw).toContain(`${publicUrl}/t/c/`);
    expect(await activity()).toContainEqual(['email.sent', letter.subject]);
    expect((await ask(admin, 'GET', `/api/contacts/${contact.id}/engagement`)).sent).toBe(1);
    expect((await ask(admin, 'GET', '/api/campaigns')).items).toEqual([]);
    // Its subject concerns who wrote it: no ADMIN is told that a campaign has ended.
    const count = async (question: string) =>
      (await api.db.owner.query(question, [admin.user.organizationId])).rowCount;
    const ended = `select from campaigns where organization_id = $1 and status = 'COMPLETED'`;
    await vi.waitFor(async () => expect(await count(ended)).toBe(1), { timeout: 60_000, interval: 50 });
    expect(await count(`select from outbox_events where organization_id = $1 and name = 'campaign.finished'`)).toBe(0);
  });

  test('is sent once, however often the same request comes', async () => {
    const requestKey = randomUUID();

    const answers = await Promise.all([1, 2, 3, 4].map(() => send({ requestKey })));
    workers.start();
    await stateIs('sent');
    const late = await send({ requestKey });

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(late.body).toMatchObject({ id: requestKey, state: 'sent' });
    expect(smtp.received).toHaveLength(1);
    expect(await list()).toHaveLength(1);
  });

  test('is not sent to who opted out, before the request or after it', async () => {
    const waiting = await send();
    await ask(admin, 'POST', `/api/contacts/${contact.id}/consents`, { channel: 'email', state: 'withdrawn' });
    const refused = await send();
    workers.start();
    await stateIs('notSent');

    expect(waiting.status).toBe(201);
    expect(refused).toMatchObject({ status: 409, body: { code: 'opted_out' } });
    expect(smtp.received).toEqual([]);
  });

  test('leaves nothing behind when sending is not set up', async () => {
    await ask(admin, 'PUT', '/api/sending/address', { postalAddress: '' });

    const options = await ask(admin, 'GET', `${path()}/options`);
    const refused = await send();

    const { rowCount } = await api.db.owner.query('select from campaigns where contact_id = $1', [contact.id]);
    expect(options.problem).toMatch(/postal address/);
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_set_up' } });
    expect(rowCount).toBe(0);
  });

  test('that bounced says so, and nothing is sent there again', async () => {
    rulings = { recipient: () => [550, '5.1.1 unknown'] };
    await send();
    workers.start();
    await vi.waitFor(async () => expect(['failed', 'bounced']).toContain((await list())[0]?.state), {
      timeout: 60_000,
    });

    expect((await send()).body.code).toBe('opted_out');
  });

  test('is in the file about the person, goes along in a merge, and is gone after an erasure', async () => {
    await send();
    const [, other] = await peopleOf();
    await ask(admin, 'POST', `/api/contacts/${other!.id}/merge`, { otherId: contact.id });
    contact = other!;
    const merged = await list();
    const file = await ask(admin, 'GET', `/api/contacts/${contact.id}/data`);
    await ask(admin, 'POST', `/api/contacts/${contact.id}/erase`, { email: contact.email });

    const { rowCount } = await api.db.owner.query('select from campaigns where organization_id = $1', [
      admin.user.organizationId,
    ]);
    expect(merged).toMatchObject([{ subject: letter.subject }]);
    expect(file.campaigns).toMatchObject([{ subject: letter.subject }]);
    expect(rowCount).toBe(0);
  });
});

const peopleOf = async () =>
  (
    await api.db.owner.query<{ id: string; email: string }>(
      'select id, email from contacts where organization_id = $1 order by email',
      [admin.user.organizationId],
    )
  ).rows;

describe('a worker that is killed by force', () => {
  test.each([
    ['has claimed', 'claimed', 'sent', 1],
    ['has written', 'rendered', 'sent', 1],
    ['is about to hand over', 'offering', 'uncertain', 0],
    ['has heard the answer for', 'answered', 'uncertain', 1],
  ])('while it %s the email neither loses nor doubles it', async (_, stage, state, times) => {
    const first = workers.start();
    await once(first, 'message');
    first.send({ stage, after: 1 });
    const gone = once(first, 'exit');
    await send();
    await gone;
    workers.start();
    await stateIs(state);

    expect(first.signalCode).toBe('SIGKILL');
    expect(smtp.received).toHaveLength(times);
  });
});
