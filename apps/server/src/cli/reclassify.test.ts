import { afterAll, beforeAll, expect, test } from 'vitest';
import { machine, scanOf } from '../../test/harness/inbox-harness.ts';
import { linkHandlers } from '../features/links/handlers.ts';
import { createScanHarness, type ScanHarness } from '../features/links/scans/test-harness.ts';
import { loadConfig } from '../platform/config.ts';
import { startWorkers } from '../platform/jobs/workers.ts';
import { reclassifyCommand } from './reclassify.ts';

let harness: ScanHarness;
beforeAll(async () => {
  harness = await createScanHarness();
});
afterAll(() => harness.close());

test('the command has the workers judge the scans of every organization that still has signals', async () => {
  const [first, second] = [await harness.organization(), await harness.organization()];
  for (const ctx of [first, second])
    await harness.deliver([scanOf(ctx, await harness.code(ctx), { signals: machine })]);
  await harness.drain();
  await harness.owner.query("update engagement_events set label = 'unsure', rule_version = 0");
  const config = loadConfig({
    PUBLIC_URL: 'http://waggle.test',
    DATABASE_URL: harness.appUrl,
    SECRET_KEY: 'a test secret that is long enough 0123',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SHUTDOWN_GRACE_SECONDS: '2',
  });
  const workers = await startWorkers({
    database: harness.database,
    log: harness.log,
    config,
    handlers: linkHandlers(),
  });

  await reclassifyCommand(config, []);

  try {
    await expect
      .poll(async () => (await harness.owner.query("select from engagement_events where label = 'machine'")).rowCount, {
        timeout: 60_000,
      })
      .toBe(2);
  } finally {
    await workers.stop();
  }
});
