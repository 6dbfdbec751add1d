import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMail } from '../harness/read-mail.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { openCampaign } from '../../src/features/campaigns/sending/open-campaign.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from './ready-admin.ts';
import { type Steps, stepsOf } from './steps.ts';

let api: TestApi;
let admin: ReadyAdmin;
let steps: Steps;
beforeAll(async () => {
  api = await startTestApi();
  admin = await readyAdmin(api);
  steps = stepsOf(api, admin.user.organizationId);
  await addPeople(api, admin, 1);
});
afterAll(() => api.close());

const insertHost = (host: string) =>
  api.db.owner.query(
    `insert into hosts (organization_id, host, purposes, token, state, verified_at)
     values ($1, $2, '{links}', repeat('0', 32), 'verified', now())`,
    [admin.user.organizationId, host],
  );

/** A campaign whose audience and content are frozen, and an email of it as a worker composes it. */
async function frozen() {
  const { id: campaignId } = await draft(admin, { htmlContent: '<p><a href="https://example.org/">Shop</a></p>' });
  await ask(admin, 'POST', `/api/campaigns/${campaignId}/send`);
  await steps.begin(campaignId);
  await steps.freeze(campaignId);
  const { rows } = await api.db.owner.query(
    `select id, to_char(campaign_month, 'YYYY-MM-DD') as month from campaign_sends where campaign_id = $1`,
    [campaignId],
  );
  const [{ id: sendId, month }] = rows as [{ id: string; month: string }];
  return {
    async compose() {
      const live = { organizationId: admin.user.organizationId, campaignId, month };
      const opened = await openCampaign(steps.campaigns, live);
      const hashed = { addressHash: Buffer.alloc(32), clientMark: Buffer.alloc(4) };
      const recipient = {
        sendId,
        email: 'p1@x.example',
        firstName: null,
        lastName: null,
        phone: null,
        company: null,
        attributes: {},
      };
      const { message } = opened!.mailing.compose({ ...recipient, hashed });
      const header = /^List-Unsubscribe: .*$/im.exec(message.toString('latin1'))?.[0] ?? '';
      return originsIn(`${header} ${(await readMail(message)).html || ''}`);
    },
  };
}
/** Of links in the header, of clicks, the picture and the ways out. */
const originsIn = (text: string) =>
  new Set(Array.from(text.matchAll(/(https?:\/\/[^/"<>\s]+)\/t\/[a-z]\//g), ([, origin]) => origin));

test('links of a campaign begin with the host name that held when it was frozen, to its end', async () => {
  await api.db.owner.query(`update organizations set subscription_tier = 'system'`);
  const before = await frozen();
  await insertHost('go.fernhill.example');
  const inForce = async () => (await frozen()).compose();
  await expect.poll(inForce, { timeout: 20_000, interval: 500 }).toEqual(new Set(['http://go.fernhill.example']));
  const during = await frozen();
  await api.db.owner.query('delete from hosts');

  expect(await before.compose()).toEqual(new Set(['http://waggle.test']));
  expect(await during.compose()).toEqual(new Set(['http://go.fernhill.example']));
});
