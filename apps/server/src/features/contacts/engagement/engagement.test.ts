import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { createTenantFixture, enter } from '../../../../test/matrix/tenant-fixture.ts';
import type { Guest, TenantFixture } from '../../../../test/matrix/tenant.ts';

let api: TestApi;
let tenant: TenantFixture;
let admin: Guest;
beforeAll(async () => {
  api = await startTestApi();
  tenant = await createTenantFixture(api);
  admin = await enter(api, tenant, 'ADMIN');
});
afterAll(() => api.close());

let count = 0;
async function addContact(): Promise<string> {
  count += 1;
  const body = { email: `reader${count}@${tenant.mark}.example`, clientId: tenant.clients.x };
  return (await admin.request('POST', '/api/contacts', body)).body.id;
}
/** A line of the timeline, so many hours ago. */
const line = (contactId: string, type: string, campaignId: string, hoursAgo: number) =>
  api.db.owner.query(
    `insert into contact_activity (organization_id, client_id, contact_id, type, ref_id, happened_at)
     values ($1, $2, $3, $4, $5, now() - make_interval(hours => $6))`,
    [tenant.organizationId, tenant.clients.x, contactId, type, campaignId, hoursAgo],
  );
const read = async (contactId: string) => (await admin.request('GET', `/api/contacts/${contactId}/engagement`)).body;

test('says how many emails were sent, opened and clicked by the person, and how far they went with each', async () => {
  const contactId = await addContact();
  const [one, two, three] = [tenant.ids.campaign, randomUUID(), randomUUID()];
  await line(contactId, 'email.sent', one, 30);
  await line(contactId, 'email.opened', one, 29);
  await line(contactId, 'email.clicked', one, 28);
  await line(contactId, 'email.clicked', one, 27);
  await line(contactId, 'email.sent', two, 20);
  await line(contactId, 'email.opened', two, 19);
  await line(contactId, 'email.sent', three, 10);
  await line(contactId, 'email.bounced', three, 9);

  const { emails, ...counts } = await read(contactId);

  expect(counts).toEqual({ sent: 3, opened: 2, clicked: 1 });
  expect(emails).toEqual([
    { campaignId: one, name: `Campaign ${tenant.mark}`, sentAt: expect.any(String), step: 'clicked' },
    { campaignId: two, name: null, sentAt: expect.any(String), step: 'opened' },
    { campaignId: three, name: null, sentAt: expect.any(String), step: 'bounced' },
  ]);
});

test('shows the last 12 and counts all, those of a merged contact among them', async () => {
  const [kept, merged] = [await addContact(), await addContact()];
  const ids = Array.from({ length: 15 }, () => randomUUID());
  for (const [at, id] of ids.entries()) await line(at % 2 === 0 ? kept : merged, 'email.sent', id, 100 - at);

  await admin.request('POST', `/api/contacts/${kept}/merge`, { otherId: merged });
  const { sent, emails } = await read(kept);

  expect(sent).toBe(15);
  expect(emails.map(({ campaignId }: { campaignId: string }) => campaignId)).toEqual(ids.slice(3));
});

test('is empty for whoever was never emailed', async () => {
  expect(await read(await addContact())).toEqual({ sent: 0, opened: 0, clicked: 0, emails: [] });
});
