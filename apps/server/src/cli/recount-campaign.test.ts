import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  createDeliveryEventsHarness,
  eventOf,
  type DeliveryEventsHarness,
} from '../features/campaigns/delivery-events/test-harness.ts';
import { loadConfig } from '../platform/config.ts';
import { recountCampaignCommand } from './recount-campaign.ts';

let harness: DeliveryEventsHarness;
beforeAll(async () => {
  harness = await createDeliveryEventsHarness();
});
afterAll(() => harness.close());

test('the command restores the figures of a campaign and says what differed, then that nothing does', async () => {
  const mailed = await harness.mailed(1);
  await harness.deliver([eventOf(mailed, 'open', { sendId: mailed.sends[0]!.sendId })]);
  await harness.drain();
  await harness.owner.query(`update campaigns set stats = '{}' where id = $1`, [mailed.campaignId]);
  const config = loadConfig({
    PUBLIC_URL: 'http://waggle.test',
    DATABASE_URL: harness.appUrl,
    SECRET_KEY: 'a test secret that is long enough 0123',
    SMTP_URL: 'smtp://127.0.0.1:1',
  });
  const table = vi.spyOn(console, 'table').mockImplementation(() => {});
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const ids = [mailed.organizationId, mailed.campaignId];

  await recountCampaignCommand(config, ids);
  await recountCampaignCommand(config, ids);

  expect(await harness.stats(mailed)).toEqual({ opened: 1 });
  expect(table.mock.calls).toEqual([[[{ where: 'campaigns.stats', what: 'opened', rows: 1, by: 1 }]]]);
  expect(log.mock.calls).toEqual([['Every figure is what the facts say.']]);
  await expect(recountCampaignCommand(config, [mailed.campaignId])).rejects.toThrow('recount-campaign <organization>');
  vi.restoreAllMocks();
});
