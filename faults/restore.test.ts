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
import { isCompleted } from './send-play.ts';

let harness: RestoreHarness;
beforeEach(async () => {
  harness = await createRestoreHarness();
});
afterEach(() => harness.close());

test('P5: a restored schedule is not sent again by itself, and to nobody twice after confirmation', async () => {
  const { machines, postgres, fakeSmtp } = harness;
  await machines.startOne();
  const { organizationId } = await tenantOf(harness, 3);
  const mailed = await harness.draft(organizationId);
  await harness.owner.query(`update campaigns set scheduled_at = now() + interval '8 seconds' where id = $1`, [
    mailed.campaignId,
  ]);
  await sendCampaign(harness.campaigns, harness.contextOf(mailed), mailed.campaignId);
  await machines.end('SIGTERM');
  await postgres.stop();
  copyCluster(harness.data, harness.backup);
  await postgres.start();
  await machines.startOne();
  await received(harness, 3);
  await until('the end', () => isCompleted(harness, mailed));
  await machines.end('SIGKILL');
  await postgres.stop();

  copyCluster(harness.backup, harness.data);
  await postgres.start();
  await machines.startOne();
  await until('the hold', () => isHeld(harness));
  await pause(4_000);
  const byItself = fakeSmtp.received.length - 3;
  const status = await machines.waggle(['restore-status']);
  const confirmed = await machines.waggle(['confirm-restore', '--yes', '--by', 'the test']);
  await until('the end after the restore', () => isCompleted(harness, mailed));

  expect(byItself).toBe(0);
  expect(status).toContain('older than what a process of this installation last did');
  expect(confirmed).toContain('0 recipients are uncertain');
  expect(fakeSmtp.received).toHaveLength(3);
}, 180_000);
