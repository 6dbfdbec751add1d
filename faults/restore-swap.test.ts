import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendCampaign } from '../apps/server/src/features/campaigns/lifecycle.ts';
import {
  copyCluster,
  createRestoreHarness,
  tenantOf,
  isHeld,
  received,
  type RestoreHarness,
} from './restore-harness.ts';
import { until } from './send-harness.ts';
import { sendIdOf } from './send-invariants.ts';
import { isCompleted } from './send-play.ts';

const people = 240;
let harness: RestoreHarness;
beforeEach(async () => {
  harness = await createRestoreHarness({ beforeAnswer: () => pause(150) });
});
afterEach(() => harness.close());

test('P5: processes that still run send nothing by an older database put under them', async () => {
  const { machines, postgres, fakeSmtp } = harness;
  await machines.startOne();
  const { organizationId } = await tenantOf(harness, people);
  const mailed = await harness.draft(organizationId);
  await sendCampaign(harness.campaigns, harness.contextOf(mailed), mailed.campaignId);
  await received(harness, 30);
  await postgres.stop();
  copyCluster(harness.data, harness.backup);
  await postgres.start();
  await received(harness, 100);

  await postgres.stop('SIGQUIT');
  copyCluster(harness.backup, harness.data);
  await postgres.start();
  await until('the hold', () => isHeld(harness));
  // What had its dot before is answered.
  await pause(500);
  const before = fakeSmtp.received.length;
  await pause(4_000);
  const byItself = fakeSmtp.received.length - before;
  await machines.waggle(['confirm-restore', '--yes']);
  await until('the rest', () => isCompleted(harness, mailed));

  const { rows } = await harness.owner.query<{ uncertain: number }>(
    `select count(*)::int as uncertain from campaign_sends where state = 'uncertain'`,
  );
  const ids = fakeSmtp.received.map(sendIdOf);
  expect({ byItself, doubled: ids.length - new Set(ids).size }).toEqual({ byItself: 0, doubled: 0 });
  expect(before).toBeLessThan(people);
  // Whoever has it and is in doubt counts twice here; nobody counts as neither.
  expect(ids.length + rows[0]!.uncertain).toBeGreaterThanOrEqual(people);
}, 180_000);
