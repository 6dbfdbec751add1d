import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../harness/postgres.ts';
import { type FakeSmtp, startFakeSmtp } from './fake-smtp.ts';
import { createSendingHarness, type SendingHarness } from './sending-harness.ts';
import { createSendingMetrics } from '../../src/features/delivery/metrics.ts';
import { campaignSource } from '../../src/features/campaigns/sending/campaign-source.ts';
import { observeHeld } from '../../src/features/campaigns/sending/figures/metrics.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { startTelemetry, type Telemetry } from '../../src/platform/telemetry.ts';

let telemetry: Telemetry;
let port: number;
let harness: SendingHarness;
let fakeSmtp: FakeSmtp | undefined;
beforeAll(async () => {
  port = await freePort();
  const config = loadConfig({
    PUBLIC_URL: 'http://waggle.test',
    DATABASE_URL: 'postgres://nobody@127.0.0.1/nothing',
    SECRET_KEY: 'a test secret that is long enough 0123',
    SMTP_URL: 'smtp://127.0.0.1:1',
    HOST: '127.0.0.1',
    METRICS_PORT: String(port),
  });
  telemetry = startTelemetry(config, 'test', { version: '0', commit: 'none' });
  harness = await createSendingHarness();
});
afterAll(async () => {
  await harness.close();
  await fakeSmtp?.close();
  await telemetry.close();
});

/** A series as Prometheus reads it: its name and labels, and its value. */
async function metric(start: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(start));
  return line === undefined ? Number.NaN : Number(line.split(' ').at(-1));
}
const mails = (result: string) => metric(`sending_mails_total{result="${result}"`);

test('S10: what became of mails, what waits and since when, and what is held can be read by Prometheus', async () => {
  const { campaignId, organizationId } = await harness.campaign(40);
  await harness.owner.query(
    `update contacts set status = 'unsubscribed' where organization_id = $1 and email like 'p1@%'`,
    [organizationId],
  );
  await harness.owner.query(
    `update campaign_sends set next_attempt_at = now() - interval '500 seconds' where campaign_id = $1`,
    [campaignId],
  );
  const held = await harness.campaign(3);
  await harness.owner.query(`update campaigns set status = 'PAUSED', hold_reason = 'bounces' where id = $1`, [
    held.campaignId,
  ]);
  fakeSmtp = await startFakeSmtp({
    recipient: (to) => (to.startsWith('p2@') ? [550, '5.1.1 No such user'] : undefined),
    message: (to) => (to.startsWith('p3@') ? 'keep-and-hang-up' : 'accept'),
  });
  createSendingMetrics([campaignSource(harness.database, async () => undefined)]);
  observeHeld(harness.database.sweep);

  const before = await Promise.all([
    metric('sending_waiting'),
    metric('sending_oldest_due_seconds'),
    metric('campaigns_held{reason="bounces"'),
    mails('accepted'),
    metric('sending_limited_waits_total{limit="rate"'),
  ]);
  harness.start(fakeSmtp.port, { maxPerSecond: 25 });
  await vi.waitFor(async () => expect(await harness.status(campaignId)).toBe('COMPLETED'), { timeout: 60_000 });

  expect(before).toEqual([40, expect.closeTo(500, -2), 1, 0, 0]);
  expect(await harness.states(campaignId)).toEqual({ accepted: 37, failed: 1, suppressed: 1, uncertain: 1 });
  expect(await Promise.all(['accepted', 'failed', 'suppressed', 'uncertain'].map(mails))).toEqual([37, 1, 1, 1]);
  expect(await metric('sending_waiting')).toBe(0);
  expect(await metric('sending_oldest_due_seconds')).toBe(0);
  expect(await metric('sending_limited_waits_total{limit="rate"')).toBeGreaterThan(0);
});
