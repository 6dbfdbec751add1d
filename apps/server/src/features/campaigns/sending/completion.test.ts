import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createSendingHarness, type SendingHarness } from '../../../../test/sending/sending-harness.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { inTransaction } from '#platform/context.ts';
import { lockCampaign } from '../queries.ts';
import { retryFailed } from '../recipients/queries.ts';
import { completeIfDone } from './campaign-ledger.ts';

let harness: SendingHarness;
beforeAll(async () => {
  harness = await createSendingHarness();
});
afterAll(() => harness.close());

const monthOf = async (campaignId: string): Promise<string> =>
  (
    await harness.owner.query<{ month: string }>(
      `select to_char(campaign_month, 'YYYY-MM-DD') as month from campaigns where id = $1`,
      [campaignId],
    )
  ).rows[0]!.month;

test('a campaign does not end while somebody tries failed emails again', async () => {
  const { organizationId, campaignId } = await harness.campaign(5);
  const ctx = backgroundContext(harness.database, organizationId, 'test');
  await harness.owner.query(
    `update campaign_sends set state = 'failed', reason = '450 later', retryable = true where campaign_id = $1`,
    [campaignId],
  );
  const ledger = { campaignId, month: await monthOf(campaignId) };

  let ending: Promise<boolean> | undefined;
  await inTransaction(ctx, async (ctx) => {
    await lockCampaign(ctx, campaignId);
    await retryFailed(ctx, campaignId);
    ending = completeIfDone(backgroundContext(harness.database, organizationId, 'test'), ledger);
    // It has counted by now, or waits for this lock.
    await pause(500);
  });

  expect(await ending).toBe(false);
  expect(await harness.status(campaignId)).toBe('ACTIVE');
  expect(await harness.states(campaignId)).toEqual({ pending: 5 });
});

test('a server that is away uses up nothing of the day of a domain that warms up', async () => {
  const { organizationId, campaignId } = await harness.campaign(200);
  await harness.owner.query(
    `insert into sending_domains (organization_id, domain, warming_since)
     values ($1, 'waggle.test', (now() at time zone 'UTC')::date)`,
    [organizationId],
  );
  // Nobody listens on the first port.
  const sending = harness.start(1);
  const left = async () =>
    (
      await harness.owner.query<{ tokens: number }>(
        `select tokens::float8 as tokens from send_budgets where organization_id = $1 and scope = 'domain'`,
        [organizationId],
      )
    ).rows[0]?.tokens;

  await vi.waitFor(async () => expect(await left()).toBeDefined(), 30_000);
  // Several tries, each with all that is ready.
  await pause(3_000);
  await sending.stop();

  expect(await left()).toBe(500);
  expect(await harness.states(campaignId)).toEqual({ pending: 200 });
});
