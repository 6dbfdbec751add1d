import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailCatcher, type MailCatcher } from '../harness/mail-catcher.ts';
import { registerAdmin } from '../harness/people.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { ask } from '../sending/ready-admin.ts';

let shared: MailCatcher;
let api: TestApi;
beforeAll(async () => {
  shared = await startMailCatcher();
  api = await startTestApi({ env: { SENDING_SMTP_URL: shared.url } });
});
afterAll(async () => {
  await api.close();
  await shared.close();
});

test('P1: a test of a campaign in the name of a domain that is not verified is refused, and nothing leaves', async () => {
  const attacker = await registerAdmin(api);
  await ask(attacker, 'POST', '/api/sending/domains', { domain: 'paypal.com' });
  const sender = await ask(attacker, 'POST', '/api/sending/senders', {
    fromName: 'PayPal Security',
    fromEmail: 'security@paypal.com',
    isDefault: true,
  });
  const campaign = await ask(attacker, 'POST', '/api/campaigns', {
    name: 'Locked',
    subject: 'Your account is locked',
    htmlContent: '<p><a href="https://evil.example/login">Sign in</a></p>',
    senderId: sender.id,
  });

  const ofCampaign = await attacker.request('POST', `/api/campaigns/${campaign.id}/test`);
  const ofSettings = await attacker.request('POST', '/api/sending/test', { senderId: sender.id });

  for (const answer of [ofCampaign, ofSettings])
    expect(answer).toMatchObject({ status: 409, body: { code: 'not_set_up' } });
  expect(shared.mails).toEqual([]);
});

test('P1: nor may a domain that has failed since, or one whose keys were never found', async () => {
  const attacker = await registerAdmin(api);
  const domain = await ask(attacker, 'POST', '/api/sending/domains', { domain: 'lapsed.example' });
  const sender = await ask(attacker, 'POST', '/api/sending/senders', { fromName: 'A', fromEmail: 'a@lapsed.example' });
  const sendTest = () => attacker.request('POST', '/api/sending/test', { senderId: sender.id });
  const become = (state: string) =>
    api.db.owner.query('update sending_domains set state = $2 where id = $1', [domain.id, state]);

  await become('verified');
  const withoutKeys = await sendTest();
  await api.db.owner.query('update dkim_keys set active_from = now() where domain_id = $1', [domain.id]);
  await become('failing');
  const failing = await sendTest();
  const before = shared.mails.length;
  await become('verified');
  const verified = await sendTest();

  expect([withoutKeys.status, failing.status, before]).toEqual([409, 409, 0]);
  expect(verified).toMatchObject({ status: 200, body: { delivered: true } });
});
