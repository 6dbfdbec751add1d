import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';
import { createStepHarness, type StepHarness } from '../../../../test/sending/step-harness.ts';
import { inTransaction } from '#platform/context.ts';
import { packSend } from '#platform/installation/entries.ts';
import { replaySends } from '../restore/replay-sends.ts';
import { completeIfDone } from '../sending/queries.ts';
import { queueStepEmails } from './queue-emails.ts';

let api: TestApi;
let admin: ReadyAdmin;
let steps: StepHarness;
beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  admin = await readyAdmin(api);
  steps = createStepHarness(api, admin);
});
afterAll(() => api.close());

const settle = (campaignId: string) =>
  api.db.owner.query(`update campaign_sends set state = 'accepted', sent_at = now() where campaign_id = $1`, [
    campaignId,
  ]);
const finish = (campaignId: string) => completeIfDone(steps.ctx, { campaignId, month: steps.month });
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

describe('queueing emails of a step', () => {
  test('leaves out who may not be mailed, with the reason', async () => {
    const client = await ask(admin, 'POST', '/api/clients', { name: 'One' });
    const [stranger] = idsOf(await addPeople(api, admin, 1, client.id));
    const [fine, gone, paused, unsure] = idsOf(await addPeople(api, admin, 4));
    await api.db.owner.query(`update contacts set status = 'unsubscribed' where id = $1`, [gone]);
    await api.db.owner.query(`update contacts set mail_paused_until = now() + interval '1 day' where id = $1`, [
      paused,
    ]);
    await api.db.owner.query(`update contacts set email_consent = 'pending' where id = $1`, [unsure]);
    const nobody = randomUUID();
    const campaignId = await steps.open(await steps.publish(await steps.draft()));

    const { queued, leftOut } = await steps.queue(campaignId, [
      fine!,
      gone!,
      paused!,
      unsure!,
      stranger!,
      nobody,
      fine!,
    ]);

    expect(queued).toEqual([fine]);
    expect(Object.fromEntries(leftOut)).toEqual({
      [gone!]: 'unsubscribed',
      [paused!]: 'paused',
      [unsure!]: 'unconfirmed',
      [stranger!]: 'other-client',
      [nobody]: 'deleted',
    });
    expect(await steps.campaign(campaignId)).toEqual({ status: 'ACTIVE', audience: 1, ended: 0 });
  });

  test('leaves out who opted out of its topic, which is frozen with the words', async () => {
    const [fine, out] = idsOf(await addPeople(api, admin, 2));
    const topic = await ask(admin, 'POST', '/api/topics', { name: 'Offers' });
    const draftId = await steps.draft();
    await ask(admin, 'PUT', `/api/campaigns/${draftId}`, { topicId: topic.id });
    const campaignId = await steps.open(await steps.publish(draftId));
    await ask(admin, 'PUT', `/api/campaigns/${draftId}`, { topicId: null });
    await ask(admin, 'PUT', `/api/contacts/${out}/topics/${topic.id}`, { optedOut: true });

    const { queued, leftOut } = await steps.queue(campaignId, [fine!, out!]);

    expect([queued, [...leftOut]]).toEqual([[fine], [[out, 'topic-opted-out']]]);
    expect((await admin.request('DELETE', `/api/topics/${topic.id}`)).body.code).toBe('in_use');
  });

  test('skips who has an email of the same step, month and pass with other words', async () => {
    const [one, other] = idsOf(await addPeople(api, admin, 2));
    const draftId = await steps.draft();
    const first = await steps.open(await steps.publish(draftId));
    await steps.queue(first, [one!]);
    await ask(admin, 'PUT', `/api/campaigns/${draftId}`, { subject: 'Welcome again' });
    const second = await steps.open(await steps.publish(draftId));

    const { queued, leftOut } = await steps.queue(second, [one!, other!]);

    expect(second).not.toBe(first);
    expect(queued).toEqual([other]);
    expect(leftOut).toEqual(new Map([[one, 'had']]));
  });

  test('takes 500 contacts in a handful of statements', async () => {
    const people = idsOf(await addPeople(api, admin, 500));
    const campaignId = await steps.open(await steps.publish(await steps.draft()));
    let statements = 0;
    const { db } = steps.ctx;
    const counted = {
      ...steps.ctx,
      db: db.withPlugin({
        transformQuery: ({ node }) => {
          statements += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      }),
    };

    const { queued } = await queueStepEmails(counted, campaignId, people);

    expect(queued).toHaveLength(500);
    expect(statements).toBeGreaterThan(2);
    expect(statements).toBeLessThanOrEqual(6);
  });

  test('finds the same campaign when two begin it at once', async () => {
    const contentHash = await steps.publish(await steps.draft());

    const opened = await Promise.all([1, 2, 3, 4].map(() => steps.open(contentHash)));

    expect(new Set(opened).size).toBe(1);
    const { rowCount } = await api.db.owner.query('select from campaign_links where campaign_id = $1', [opened[0]]);
    expect(rowCount).toBeGreaterThan(0);
  });

  test('begins another ledger after six months, before the first is dropped', async () => {
    const contentHash = await steps.publish(await steps.draft());
    const first = await steps.open(contentHash);
    const age = (months: number) =>
      api.db.owner.query(
        `update campaigns set campaign_month = date_trunc('month', now() - make_interval(months => $2))::date where id = $1`,
        [first, months],
      );
    await age(5);
    const same = await steps.open(contentHash);
    await age(7);
    const other = await steps.open(contentHash);

    expect(same).toBe(first);
    expect(other).not.toBe(first);
    expect(await steps.open(contentHash)).toBe(other);
  });

  test('goes by another campaign after one was canceled', async () => {
    const [one, other] = idsOf(await addPeople(api, admin, 2));
    const contentHash = await steps.publish(await steps.draft());
    const first = await steps.open(contentHash);
    await steps.queue(first, [one!]);
    await ask(admin, 'POST', `/api/campaigns/${first}/cancel`);

    await expect(steps.queue(first, [other!])).rejects.toThrow('canceled');
    const second = await steps.open(contentHash);
    const { queued, leftOut } = await steps.queue(second, [one!, other!]);

    expect(second).not.toBe(first);
    expect(queued).toEqual([other]);
    expect(leftOut).toEqual(new Map([[one, 'had']]));
  });
});

describe('a campaign that ends while somebody queues', () => {
  test('is not complete with the newcomer inside, whoever commits first', async () => {
    const [one, other, third] = idsOf(await addPeople(api, admin, 3));
    const campaignId = await steps.open(await steps.publish(await steps.draft()));
    await steps.queue(campaignId, [one!]);
    await settle(campaignId);

    // The finisher begins while the newcomer is written and not committed: it waits, and then finds another audience.
    let waiting: Promise<unknown> | undefined;
    await inTransaction(steps.ctx, async (ctx) => {
      await queueStepEmails(ctx, campaignId, [other!]);
      waiting = finish(campaignId);
      await expect
        .poll(async () => {
          const { rows } = await api.db.owner.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%COMPLETED%' and datname = current_database()`,
          );
          return rows.length;
        })
        .toBeGreaterThan(0);
    });
    expect(await waiting).toBeUndefined();
    expect(await steps.campaign(campaignId)).toEqual({ status: 'ACTIVE', audience: 2, ended: 1 });

    // The finisher is first: whoever queues waits, and opens the campaign again.
    await settle(campaignId);
    let queueing: Promise<unknown> | undefined;
    await inTransaction(steps.ctx, async (ctx) => {
      expect(await completeIfDone(ctx, { campaignId, month: steps.month })).toMatchObject({ isListed: false });
      queueing = steps.queue(campaignId, [third!]);
      await expect
        .poll(async () => {
          const { rows } = await api.db.owner.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for no key update%' and datname = current_database()`,
          );
          return rows.length;
        })
        .toBeGreaterThan(0);
    });
    await queueing;
    expect(await steps.campaign(campaignId)).toEqual({ status: 'ACTIVE', audience: 3, ended: 2 });

    await settle(campaignId);
    expect(await finish(campaignId)).toBeDefined();
    expect(await steps.campaign(campaignId)).toEqual({ status: 'COMPLETED', audience: 3, ended: 3 });
  });
});

test('after a restore whoever got the email is known to have it, and comes to the step again without a second one', async () => {
  const [reached, unsure, waiting] = idsOf(await addPeople(api, admin, 3));
  const campaignId = await steps.open(await steps.publish(await steps.draft()));
  const { organizationId } = admin.user;
  // The database is as it was before they were queued; the journal saw what left.
  const sends = [packSend('o', reached!, randomUUID()), packSend('a', reached!), packSend('o', unsure!, randomUUID())];
  await replaySends(api.database, [{ k: 'sends', organizationId, campaignId, month: steps.month, sends }]);
  const { queued, leftOut } = await steps.queue(campaignId, [reached!, unsure!, waiting!]);

  expect(queued).toEqual([waiting]);
  expect(leftOut).toEqual(
    new Map([
      [reached, 'had'],
      [unsure, 'had'],
    ]),
  );
  expect(await steps.campaign(campaignId)).toEqual({ status: 'ACTIVE', audience: 3, ended: 2 });
});
