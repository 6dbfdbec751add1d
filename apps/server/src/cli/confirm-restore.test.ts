import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createDeliveryEventsHarness,
  type Mailed,
  type DeliveryEventsHarness,
} from '../features/campaigns/delivery-events/test-harness.ts';
import { watchSegmentsJob } from '../features/automations/triggers/watching/jobs.ts';
import { sendNotification } from '../features/notifications/jobs.ts';
import { type Config, loadConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/database/database.ts';
import { enqueue } from '../platform/jobs/job.ts';
import { campaignsCommand } from './campaigns.ts';
import { confirmRestoreCommand } from './confirm-restore.ts';

let harness: DeliveryEventsHarness;
let config: Config;
let said: string[];
beforeEach(async () => {
  harness = await createDeliveryEventsHarness();
  config = loadConfig({
    PUBLIC_URL: 'http://waggle.test',
    DATABASE_URL: harness.appUrl,
    SECRET_KEY: 'a test secret that is long enough 0123',
    SMTP_URL: 'smtp://127.0.0.1:1',
    LOG_LEVEL: 'silent',
  });
  said = [];
  vi.spyOn(console, 'table').mockImplementation(() => {});
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
  await harness.owner.query(
    `update installation set held_since = now() - interval '2 hours', held_reason = 'older', restored_to = now() - interval '5 hours'`,
  );
});
afterEach(async () => {
  vi.restoreAllMocks();
  await harness.close();
});

/** A worker's journal, as its process has left it in the database. */
const journal = (state: 'read' | 'expected') =>
  harness.owner.query(
    `insert into restore_journals (held_epoch, process_id, folder_id, role, host, epoch, state) values (1, $1, $1, 'worker', 'one', 1, $2)`,
    [randomUUID(), state],
  );
const confirm = (...more: string[]) => confirmRestoreCommand(config, ['--yes', '--by', 'the test', ...more]);

/** A campaign that has not started, by a schedule so many minutes from now. */
async function scheduled(minutes: number): Promise<Mailed> {
  const mailed = await harness.mailed(2, { state: 'pending' });
  await harness.owner.query('delete from campaign_sends where campaign_id = $1', [mailed.campaignId]);
  await harness.owner.query(
    `update campaigns set sent_at = null, audience = null, campaign_month = null, scheduled_at = now() + make_interval(mins => $2) where id = $1`,
    [mailed.campaignId, minutes],
  );
  return mailed;
}
const campaign = async ({ campaignId }: Mailed) =>
  (await harness.rows('select status, hold_reason as hold from campaigns where id = $1', campaignId))[0];
const states = async ({ campaignId }: Mailed) =>
  (await harness.rows('select state, reason from campaign_sends where campaign_id = $1', campaignId)).map(
    ({ state, reason }) => [state, reason],
  );

test.each([10, 90, 3_000])(
  'P5 F34: a schedule that became due %i minutes before the confirmation asks before it is sent',
  async (late) => {
    await journal('read');
    const missed = await scheduled(-late);
    const coming = await scheduled(30);

    await confirm();

    expect(await campaign(missed)).toEqual({ status: 'PAUSED', hold: 'restored' });
    expect(await campaign(coming)).toEqual({ status: 'ACTIVE', hold: null });
    expect(said.at(-1)).toContain('1 campaigns ask before they start');
  },
);

test('P5: a schedule whose emails had begun to leave goes on', async () => {
  await journal('read');
  const begun = await harness.mailed(2, { state: 'pending' });
  await harness.owner.query(
    `update campaigns set sent_at = null, audience = null, scheduled_at = now() - interval '10 minutes' where id = $1`,
    [begun.campaignId],
  );
  await harness.owner.query(
    `update campaign_sends set state = 'accepted', reason = 'restored' where campaign_id = $1 and contact_id = $2`,
    [begun.campaignId, begun.sends[0]!.contactId],
  );

  await confirm();

  expect(await campaign(begun)).toEqual({ status: 'ACTIVE', hold: null });
});

test.each([
  ['uncertain where a journal of a worker is missing', 'expected', [], ['uncertain', 'restored-unknown']],
  ['uncertain where nobody knows of any worker', null, [], ['uncertain', 'restored-unknown']],
  ['sent where all journals of workers were read', 'read', [], ['pending', null]],
  ['uncertain when asked for', 'read', ['--unjournaled', 'uncertain'], ['uncertain', 'restored-unknown']],
  ['sent when asked for', 'expected', ['--unjournaled', 'send'], ['pending', null]],
] as const)('P5 --unjournaled: who waits is %s', async (_, state, asked, expected) => {
  if (state) await journal(state);
  const mailed = await harness.mailed(3, { state: 'pending' });

  await confirm(...asked);

  expect(await states(mailed)).toEqual([expected, expected, expected]);
  expect((await harness.rows('select choices, confirmed_by as by from restores'))[0]).toEqual({
    choices: { unjournaled: expected[0] === 'pending' ? 'send' : 'uncertain' },
    by: 'the test',
  });
});

test('P5: waiting emails are cancelled, and which segments automations wait for is still looked at', async () => {
  await journal('read');
  const { organizationId } = await harness.mailed(1);
  const database = openDatabase(config);
  const ctx = { db: database.tenant({ organizationId }), organizationId };
  await enqueue(ctx, watchSegmentsJob, {});
  await enqueue(ctx, sendNotification, { notificationId: randomUUID() });
  await database.close();
  await harness.owner.query(`update pgboss.job set created_on = now() - interval '6 hours'`);

  await confirm();

  expect(await harness.rows('select name, state from pgboss.job order by name')).toEqual([
    { name: watchSegmentsJob.name, state: 'created' },
    { name: sendNotification.name, state: 'cancelled' },
  ]);
});

test('P5: nothing changes without --yes, and nothing can be confirmed twice', async () => {
  const mailed = await harness.mailed(1, { state: 'pending' });

  await confirmRestoreCommand(config, []);
  expect(await states(mailed)).toEqual([['pending', null]]);
  expect(await harness.rows('select held_reason as reason from installation')).toEqual([{ reason: 'older' }]);
  await confirm();
  await confirm();

  expect(said.at(-1)).toBe('Nothing is held: this installation sends.');
  expect(await harness.rows('select epoch from restores')).toEqual([{ epoch: 2 }]);
});

test.each(['send', 'resume', 'retry'])('P5: an operator cannot %s a campaign while held', async (fn) => {
  const { organizationId, campaignId } = await harness.mailed(1, { state: 'pending' });

  await expect(campaignsCommand(config, [fn, campaignId, '--organization', organizationId])).rejects.toThrow(
    'This installation was restored from a backup and is held. Say `waggle confirm-restore` first.',
  );
});
