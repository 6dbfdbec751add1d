import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { type FakeSmtp, type Rulings, startFakeSmtp } from '../../../../test/sending/fake-smtp.ts';
import { addPeople, ask, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';
import { createStepHarness, type StepHarness } from '../../../../test/sending/step-harness.ts';
import { createWorkerProcesses } from '../../../../test/sending/worker-processes.ts';
import { resumeStepCampaigns } from './held.ts';
import { findHeldStepCampaigns } from './queries.ts';

let api: TestApi;
let smtp: FakeSmtp;
let rulings: Rulings;
let admin: ReadyAdmin;
let steps: StepHarness;
let people: { id: string; email: string }[];
const workers = createWorkerProcesses(() => api);
beforeAll(async () => {
  api = await startTestApi();
  smtp = await startFakeSmtp({ recipient: (to) => rulings.recipient?.(to) });
});
beforeEach(async () => {
  rulings = {};
  smtp.received.length = 0;
  admin = await readyAdmin(api, smtp.port);
  steps = createStepHarness(api, admin);
  people = await addPeople(api, admin, 3);
});
afterEach(() => workers.endAll());
afterAll(async () => {
  await api.close();
  await smtp.close();
});

const ids = () => people.map(({ id }) => id);
const emails = () => people.map(({ email }) => email).toSorted();
const mailed = () => smtp.received.map(({ to }) => to).toSorted();
const isComplete = (campaignId: string) =>
  vi.waitFor(async () => expect((await steps.campaign(campaignId)).status).toBe('COMPLETED'), {
    timeout: 60_000,
    interval: 50,
  });

describe('emails of an automation', () => {
  test('arrive once, as any campaign has them, and the campaign is complete when all are settled', async () => {
    const campaignId = await steps.open(await steps.publish(await steps.draft()));
    const { queued, leftOut } = await steps.queue(campaignId, ids());
    workers.start();
    await isComplete(campaignId);

    expect(queued.toSorted()).toEqual(ids().toSorted());
    expect(leftOut.size).toBe(0);
    expect(mailed()).toEqual(emails());
    const { raw } = smtp.received[0]!;
    expect(raw).toMatch(/^Subject: Welcome aboard\r$/m);
    expect(raw).toMatch(/^List-Unsubscribe: <http/m);
    expect(raw).toContain('1 High Street');
    expect(await steps.campaign(campaignId)).toEqual({ status: 'COMPLETED', audience: 3, ended: 3 });
    const { items } = await ask(admin, 'GET', `/api/contacts/${people[0]!.id}/activity`);
    expect(items).toContainEqual(expect.objectContaining({ type: 'email.sent' }));
  });

  test('go on in the same campaign when more people come after it was complete', async () => {
    const contentHash = await steps.publish(await steps.draft());
    const campaignId = await steps.open(contentHash);
    await steps.queue(campaignId, ids().slice(0, 1));
    workers.start();
    await isComplete(campaignId);

    const again = await steps.open(contentHash);
    await steps.queue(again, ids().slice(1));
    await vi.waitFor(() => expect(smtp.received).toHaveLength(3), { timeout: 60_000, interval: 50 });
    await isComplete(campaignId);

    expect(again).toBe(campaignId);
    expect(mailed()).toEqual(emails());
    expect(await steps.campaign(campaignId)).toEqual({ status: 'COMPLETED', audience: 3, ended: 3 });
    const finished = `select from outbox_events where organization_id = $1 and name = 'campaign.finished'`;
    expect((await api.db.owner.query(finished, [admin.user.organizationId])).rowCount).toBe(0);
  });

  test('come twice to who enters twice, and once to who is queued twice in one pass', async () => {
    const contentHash = await steps.publish(await steps.draft());
    const [first, second] = [await steps.open(contentHash, 1), await steps.open(contentHash, 2)];
    const only = ids().slice(0, 1);
    await steps.queue(first, only);
    const doubled = await steps.queue(first, only);
    await steps.queue(second, only);
    workers.start();
    await Promise.all([isComplete(first), isComplete(second)]);

    expect(doubled).toEqual({ queued: [], leftOut: new Map([[only[0], 'had']]) });
    expect(first).not.toBe(second);
    expect(mailed()).toEqual([people[0]!.email, people[0]!.email]);
  });

  test('are not sent to who opted out after they were queued', async () => {
    const campaignId = await steps.open(await steps.publish(await steps.draft()));
    await steps.queue(campaignId, ids());
    await ask(admin, 'POST', `/api/contacts/${people[0]!.id}/consents`, { channel: 'email', state: 'withdrawn' });
    workers.start();
    await isComplete(campaignId);

    expect(mailed()).toEqual(emails().slice(1));
    expect(await steps.campaign(campaignId)).toEqual({ status: 'COMPLETED', audience: 3, ended: 3 });
  });

  test('wait while their campaign is held, and go on when the automation is resumed', async () => {
    const campaignId = await steps.open(await steps.publish(await steps.draft()));
    await steps.queue(campaignId, ids().slice(0, 1));
    await api.db.owner.query(
      `update campaigns set status = 'PAUSED', hold_reason = 'connection-refused' where id = $1`,
      [campaignId],
    );
    await steps.queue(campaignId, ids().slice(1));
    const held = await findHeldStepCampaigns(steps.ctx);
    const paused = await steps.campaign(campaignId);
    const resumed = await resumeStepCampaigns(steps.campaigns, steps.ctx, steps.step.automationId);
    workers.start();
    await isComplete(campaignId);

    expect(held).toMatchObject([{ ...steps.step, campaignId, hold: 'connection-refused' }]);
    expect(paused).toMatchObject({ status: 'PAUSED', audience: 3 });
    expect(resumed).toBe(1);
    expect(mailed()).toEqual(emails());
  });
});

describe('a worker that is killed by force', () => {
  test.each([
    ['has claimed', 'claimed', 'accepted', 1],
    ['has written', 'rendered', 'accepted', 1],
    ['is about to hand over', 'offering', 'uncertain', 0],
    ['has heard the answer for', 'answered', 'uncertain', 1],
  ])('while it %s an email of an automation neither loses nor doubles it', async (_, stage, state, times) => {
    const campaignId = await steps.open(await steps.publish(await steps.draft()));
    const first = workers.start();
    await once(first, 'message');
    first.send({ stage, after: 1 });
    const gone = once(first, 'exit');
    await steps.queue(campaignId, ids().slice(0, 1));
    await gone;
    workers.start();
    await isComplete(campaignId);

    expect(first.signalCode).toBe('SIGKILL');
    expect(smtp.received).toHaveLength(times);
    const { rows } = await api.db.owner.query('select state from campaign_sends where campaign_id = $1', [campaignId]);
    expect(rows).toEqual([{ state }]);
  });
});
