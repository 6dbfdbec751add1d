import { afterAll, beforeAll, expect, test } from 'vitest';
import { engagementHandlers } from '../features/links/engagement/handlers.ts';
import { reclassifyScans } from '../features/links/engagement/jobs.ts';
import { createEngagementBed, type EngagementBed, machine, scanOf } from '../features/links/engagement/test-bed.ts';
import { loadConfig } from '../platform/config.ts';
import { startWorkers } from '../platform/jobs/workers.ts';
import { reclassifyCommand } from './reclassify.ts';

let bed: EngagementBed;
beforeAll(async () => {
  bed = await createEngagementBed();
});
afterAll(() => bed.close());

test('the command has the workers judge the scans of every organization that still has signals', async () => {
  const [first, second] = [await bed.organization(), await bed.organization()];
  for (const ctx of [first, second]) await bed.tell([scanOf(ctx, await bed.code(ctx), { signals: machine })]);
  await bed.drain();
  await bed.owner.query("update engagement_events set label = 'unsure', rule_version = 0");
  const config = loadConfig({
    PUBLIC_URL: 'http://waggle.test',
    DATABASE_URL: bed.appUrl,
    SECRET_KEY: 'a test secret that is long enough 0123',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SHUTDOWN_GRACE_SECONDS: '2',
  });
  const handlers = engagementHandlers().filter(({ job }) => job === reclassifyScans);
  const workers = await startWorkers({
    database: bed.database,
    log: bed.log,
    config,
    handlers,
    jobs: [reclassifyScans],
  });

  await reclassifyCommand(config, []);

  try {
    await expect
      .poll(async () => (await bed.owner.query("select from engagement_events where label = 'machine'")).rowCount, {
        timeout: 15_000,
      })
      .toBe(2);
  } finally {
    await workers.stop();
  }
});
