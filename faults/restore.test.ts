import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendCampaign } from '../apps/server/src/features/campaigns/lifecycle.ts';
import { copyCluster, createRestoreBed, houseOf, isHeld, received, type RestoreBed } from './restore-bed.ts';
import { until } from './send-bed.ts';
import { isCompleted } from './send-play.ts';

let bed: RestoreBed;
beforeEach(async () => {
  bed = await createRestoreBed();
});
afterEach(() => bed.close());

test('P5: a restored schedule is not sent again by itself, and to nobody twice after confirmation', async () => {
  const { machines, postgres, judge } = bed;
  await machines.startOne();
  const { organizationId } = await houseOf(bed, 3);
  const mailed = await bed.draft(organizationId);
  await bed.owner.query(`update campaigns set scheduled_at = now() + interval '8 seconds' where id = $1`, [
    mailed.campaignId,
  ]);
  await sendCampaign(bed.campaigns, bed.contextOf(mailed), mailed.campaignId);
  await machines.end('SIGTERM');
  await postgres.stop();
  copyCluster(bed.data, bed.backup);
  await postgres.start();
  await machines.startOne();
  await received(bed, 3);
  await until('the end', () => isCompleted(bed, mailed));
  await machines.end('SIGKILL');
  await postgres.stop();

  copyCluster(bed.backup, bed.data);
  await postgres.start();
  await machines.startOne();
  await until('the hold', () => isHeld(bed));
  await pause(4_000);
  const byItself = judge.received.length - 3;
  const status = await machines.waggle(['restore-status']);
  const confirmed = await machines.waggle(['confirm-restore', '--yes', '--by', 'the test']);
  await until('the end after the restore', () => isCompleted(bed, mailed));

  expect(byItself).toBe(0);
  expect(status).toContain('older than what a process of this installation last did');
  expect(confirmed).toContain('0 recipients are uncertain');
  expect(judge.received).toHaveLength(3);
}, 180_000);
