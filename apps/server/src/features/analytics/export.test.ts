import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinTeam, type Person } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { ask } from '../../../test/sending/ready-admin.ts';
import { sentCampaign } from '../../../test/sending/sent-campaign.ts';
import { addClient, addCode, addContacts, registerInUtc } from './test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const now = () => new Date().toISOString();
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

async function download(person: Pick<Person, 'request'>, table: string, period = '30d') {
  const { status, body, headers } = await person.request(
    'GET',
    `/api/analytics/export?table=${table}&period=${period}`,
  );
  expect(status).toBe(200);
  const lines = String(body).trimEnd().split('\n');
  const [header = '', ...rows] = lines.map((line) => line.replaceAll(/"([^"]*)"(?=,|$)/g, '$1'));
  return { header, rows, text: String(body), name: String(headers['content-disposition']) };
}

test('each table has the figures of the screen, and nothing of another period', async () => {
  const admin = await registerInUtc(api);
  await addContacts(api, admin, { at: now(), people: 3, clientId: null });
  await sentCampaign(api, admin, {
    name: 'Spring',
    sentAt: now(),
    sent: 10,
    stats: { delivered: 8, opened: 2, clicked: 1, bounced: 2 },
  });
  await sentCampaign(api, admin, { name: 'Winter', sentAt: ago(40), sent: 99 });
  await addCode(api, admin, { name: 'Menu', days: { [now().slice(0, 10)]: 4 } });
  const screen = await ask(admin, 'GET', '/api/analytics?period=30d');

  const campaigns = await download(admin, 'campaigns');
  expect(campaigns.header).toBe(
    'Campaign,Client,Sent on,Sent,Delivered,Delivered is estimated,Opened,Clicked,Bounced,Open rate (%),Click rate (%)',
  );
  expect(campaigns.rows).toEqual([`Spring,,${screen.campaigns[0].sentAt},10,8,No,2,1,2,25,12.5`]);
  expect(campaigns.name).toContain(`campaigns_${screen.period.from}_${screen.period.to}.csv`);
  expect((await download(admin, 'top-campaigns')).rows).toEqual(campaigns.rows);
  expect((await download(admin, 'campaigns', '90d')).rows).toHaveLength(2);
  expect((await download(admin, 'codes')).rows).toEqual(['Menu,,4']);
  expect((await download(admin, 'top-codes')).rows).toEqual(['Menu,,4']);
  expect((await download(admin, 'new-contacts')).rows.at(-1)).toMatch(/^\d{4}-\d\d,3,/);
  expect((await download(admin, 'distribution')).rows[0]).toBe('active,3,100');
  expect((await download(admin, 'performance')).rows).toEqual([
    'sent,10,,,99',
    'delivered,8,80,sent,99',
    'opened,2,25,delivered,0',
    'clicked,1,12.5,delivered,0',
    'bounced,2,20,sent,0',
  ]);
});

test('names that a spreadsheet would compute are written as text', async () => {
  const admin = await registerInUtc(api);
  await sentCampaign(api, admin, { name: '=HYPERLINK("http://evil.example")', sentAt: now(), sent: 1 });
  await addCode(api, admin, { name: '+1+cmd', days: {} });

  expect((await download(admin, 'campaigns')).text).toMatch(/\n"'=HYPERLINK\(""http/);
  expect((await download(admin, 'codes')).rows[0]).toMatch(/^"?'\+1\+cmd/);
});

test('whoever is limited to a client gets its rows alone, with its name', async () => {
  const admin = await registerInUtc(api);
  const mine = await addClient(admin, 'Mine');
  for (const clientId of [mine, await addClient(admin, 'Other'), null]) {
    await sentCampaign(api, admin, { name: 'Sent', sentAt: now(), sent: 1, clientId });
    await addCode(api, admin, { name: 'Code', clientId, days: { [now().slice(0, 10)]: 1 } });
  }
  const limited = await joinTeam(api, admin, 'USER', mine);

  expect((await download(limited, 'campaigns')).rows).toEqual([expect.stringMatching(/^Sent,Mine,/)]);
  expect((await download(limited, 'codes')).rows).toEqual(['Code,Mine,1']);
  expect((await download(admin, 'codes')).rows).toHaveLength(3);
});

test('a long list comes whole', async () => {
  const admin = await registerInUtc(api);
  await api.db.owner.query(
    `insert into qr_codes (organization_id, name, short_code, target_url, design, scans)
     select $1, 'Code ' || i, translate(substr(md5(random()::text), 1, 10), '01', 'xy'), 'https://example.org', '{}', 0 from generate_series(1, 2500) i`,
    [admin.user.organizationId],
  );

  expect(new Set((await download(admin, 'codes')).rows).size).toBe(2_500);
});
