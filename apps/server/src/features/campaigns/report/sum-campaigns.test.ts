import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask } from '../../../../test/sending/ready-admin.ts';
import { sentCampaign as insertSent } from '../../../../test/sending/sent-campaign.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { sumCampaigns } from './sum-campaigns.sql.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const day = (from: string, to: string) => ({ from: Date.parse(`${from}T00:00Z`), to: Date.parse(`${to}T00:00Z`) });

const sentCampaign = (admin: Person, given: Parameters<typeof insertSent>[2]) => insertSent(api, admin, given);

const sumsOf = (admin: Person, spans: ReturnType<typeof day>[], clientLimit: string | null = null) => {
  const ctx = backgroundContext(api.database, admin.user.organizationId, 'test');
  return sumCampaigns({ ...ctx, actor: { kind: 'job', name: 'test', clientLimit } }, spans);
};

test('sums the campaigns that began in each span, whether deliveries are reported or not', async () => {
  const admin = await registerAdmin(api);
  await sentCampaign(admin, {
    sentAt: '2026-03-01T00:00Z',
    sent: 10,
    stats: { delivered: 8, opened: 4, clicked: 2, bounced: 1 },
  });
  await sentCampaign(admin, { sentAt: '2026-03-31T23:59Z', sent: 6, stats: { opened: 3, bounced: 2 } });
  await sentCampaign(admin, { sentAt: '2026-04-01T00:00Z', sent: 5, stats: { delivered: 5 }, isKept: false });
  const other = await registerAdmin(api);
  await sentCampaign(other, { sentAt: '2026-03-05T00:00Z', sent: 100, stats: { opened: 100 } });

  const sums = await sumsOf(admin, [
    day('2026-03-01', '2026-04-01'),
    day('2026-04-01', '2026-05-01'),
    day('2026-01-01', '2027-01-01'),
    day('2025-01-01', '2025-02-01'),
  ]);

  const march = {
    campaigns: 2,
    sent: 16,
    delivered: 12,
    opened: 7,
    clicked: 2,
    bounced: 3,
    isDeliveredEstimated: true,
  };
  const april = { campaigns: 1, sent: 5, delivered: 5, opened: 0, clicked: 0, bounced: 0, isDeliveredEstimated: false };
  const year = { campaigns: 3, sent: 21, delivered: 17, opened: 7, clicked: 2, bounced: 3, isDeliveredEstimated: true };
  const none = { campaigns: 0, sent: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0, isDeliveredEstimated: false };
  expect(sums).toEqual([march, april, year, none]);
});

test('leaves out emails to one contact and deleted campaigns', async () => {
  const admin = await registerAdmin(api);
  const [person] = await addPeople(api, admin, 1);
  const personal = await sentCampaign(admin, { sentAt: '2026-03-02T10:00Z', sent: 3, stats: { opened: 1 } });
  const deleted = await sentCampaign(admin, { sentAt: '2026-03-02T10:00Z', sent: 3, stats: { opened: 1 } });
  await sentCampaign(admin, { sentAt: '2026-03-02T10:00Z', sent: 2, stats: { opened: 1 } });
  await api.db.owner.query('update campaigns set contact_id = $2 where id = $1', [personal, person!.id]);
  await api.db.owner.query('update campaigns set deleted_at = now() where id = $1', [deleted]);

  const [march] = await sumsOf(admin, [day('2026-03-01', '2026-04-01')]);

  expect(march).toMatchObject({ campaigns: 1, sent: 2, opened: 1 });
});

test('holds the figures of one client alone when it is shown', async () => {
  const admin = await registerAdmin(api);
  const { id: clientId } = await ask(admin, 'POST', '/api/clients', { name: 'Maple' });
  await sentCampaign(admin, { sentAt: '2026-03-02T10:00Z', sent: 4, stats: { opened: 2 }, clientId });
  await sentCampaign(admin, { sentAt: '2026-03-02T10:00Z', sent: 6, stats: { opened: 1 } });

  const spans = [day('2026-03-01', '2026-04-01')];

  expect(await sumsOf(admin, spans)).toMatchObject([{ sent: 10, opened: 3 }]);
  expect(await sumsOf(admin, spans, clientId)).toMatchObject([{ sent: 4, opened: 2 }]);
});
