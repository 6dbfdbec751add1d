import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { sentCampaign } from '../../../test/sending/sent-campaign.ts';
import { contactAnalytics } from './contacts.ts';
import { monthsOf } from './months.ts';
import { overviewOf } from './overview.ts';
import { periodOf } from './period.ts';
import { addClient, addCode, addContacts, lookAt, setTimezone } from './test-harness.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  admin = await registerAdmin(api);
});
afterAll(() => api.close());

describe('a period', () => {
  test.each([
    ['Asia/Kolkata', '2026-03-20T12:00:00Z', '2026-02-18T18:30:00.000Z', '2026-03-20T18:30:00.000Z'],
    // Summer time began on 8 March: 30 days that last an hour less.
    ['America/New_York', '2026-03-20T12:00:00Z', '2026-02-19T05:00:00.000Z', '2026-03-21T04:00:00.000Z'],
    // Ends on 5 April by half an hour.
    ['Australia/Lord_Howe', '2026-04-10T12:00:00Z', '2026-03-11T13:00:00.000Z', '2026-04-10T13:30:00.000Z'],
  ])('is made of days of the calendar in %s', async (timezone, now, from, to) => {
    await setTimezone(api, admin, timezone);

    const { span, previous } = await periodOf(lookAt(api, admin, now), '30d');

    expect([span.from, span.to].map((at) => new Date(at).toISOString())).toEqual([from, to]);
    expect(previous!.span.to).toBe(span.from);
  });

  test('ends today, and has as many days before it', async () => {
    await setTimezone(api, admin, 'Asia/Kolkata');
    // Half past midnight of the 21st in India.
    const ctx = lookAt(api, admin, '2026-03-20T19:00:00Z');

    const shown = async (name: '7d' | '30d' | '90d') => {
      const { days, previous } = await periodOf(ctx, name);
      return [days, previous!.days];
    };

    expect(await shown('7d')).toEqual([
      { from: '2026-03-15', to: '2026-03-21' },
      { from: '2026-03-08', to: '2026-03-14' },
    ]);
    expect(await shown('30d')).toEqual([
      { from: '2026-02-20', to: '2026-03-21' },
      { from: '2026-01-21', to: '2026-02-19' },
    ]);
    expect(await shown('90d')).toEqual([
      { from: '2025-12-22', to: '2026-03-21' },
      { from: '2025-09-23', to: '2025-12-21' },
    ]);
  });

  test('counts what came at its first moment and not what came before it', async () => {
    const tenant = await registerAdmin(api);
    await setTimezone(api, tenant, 'America/New_York');
    await addContacts(api, tenant, { at: '2026-02-19T04:59:59Z', people: 4 });
    await addContacts(api, tenant, { at: '2026-02-19T05:00:00Z', people: 2 });
    await sentCampaign(api, tenant, { sentAt: '2026-02-19T04:59:59Z', sent: 40 });
    await sentCampaign(api, tenant, { sentAt: '2026-02-19T05:00:00Z', sent: 20 });
    const ctx = lookAt(api, tenant, '2026-03-20T12:00:00Z');

    expect(await contactAnalytics(ctx, '30d')).toMatchObject({ total: 6, created: 2, createdBefore: 4 });
    expect(await overviewOf(ctx, '30d')).toMatchObject({ performance: { sent: 20 }, performanceBefore: { sent: 40 } });
  });
});

describe('all time', () => {
  const now = '2026-03-20T12:00:00Z';
  const firstDay = async (tenant: Person, clientId: string | null = null) => {
    const { days, previous } = await periodOf(lookAt(api, tenant, now, clientId), 'all');
    expect(previous).toBeNull();
    expect(days.to).toBe('2026-03-20');
    return days.from;
  };

  test('begins with the first contact, campaign or scan of whom it is about', async () => {
    const tenant = await registerAdmin(api);
    await setTimezone(api, tenant, 'Asia/Kolkata');
    const client = await addClient(tenant, 'Client A');
    const found = [await firstDay(tenant)];

    await addContacts(api, tenant, { at: '2025-11-04T20:00:00Z', clientId: client });
    found.push(await firstDay(tenant));
    await sentCampaign(api, tenant, { sentAt: '2025-10-01T10:00:00Z', sent: 3 });
    found.push(await firstDay(tenant));
    await addCode(api, tenant, { name: 'Menu', days: { '2025-09-09': 1 } });
    found.push(await firstDay(tenant));

    // 20:00 in UTC is the next day in India.
    expect(found).toEqual(['2026-03-20', '2025-11-05', '2025-10-01', '2025-09-09']);
    expect(await firstDay(tenant, client)).toBe('2025-11-05');
  });

  test('compares with nothing', async () => {
    const tenant = await registerAdmin(api);
    await addContacts(api, tenant, { at: '2026-03-01T10:00:00Z', people: 3 });
    await sentCampaign(api, tenant, { sentAt: '2026-03-01T10:00:00Z', sent: 4, stats: { opened: 2 } });
    await addCode(api, tenant, { name: 'Menu', days: { '2026-03-02': 7 } });

    const ctx = lookAt(api, tenant, now);

    expect(await overviewOf(ctx, 'all')).toMatchObject({
      previous: null,
      performanceBefore: null,
      contacts: { value: 3, change: null },
      emailOpenRate: { value: 50, change: null },
      scans: { value: 7, change: null },
      activeCampaigns: { value: 0, change: null },
    });
    expect(await contactAnalytics(ctx, 'all')).toMatchObject({ created: 3, createdBefore: null });
  });
});

describe('months', () => {
  test('are cut to the days of the period', () => {
    expect(monthsOf({ from: '2025-12-31', to: '2026-02-01' })).toEqual([
      { month: '2025-12-01', from: '2025-12-31', to: '2025-12-31' },
      { month: '2026-01-01', from: '2026-01-01', to: '2026-01-31' },
      { month: '2026-02-01', from: '2026-02-01', to: '2026-02-01' },
    ]);
    expect(monthsOf({ from: '2026-02-03', to: '2026-02-03' })).toEqual([
      { month: '2026-02-01', from: '2026-02-03', to: '2026-02-03' },
    ]);
  });

  test('are at most 60, and the first takes what is older', async () => {
    const tenant = await registerAdmin(api);
    await addContacts(api, tenant, { at: '2016-01-15T10:00:00Z', people: 5 });
    await addContacts(api, tenant, { at: '2021-04-30T10:00:00Z', people: 2 });
    await addContacts(api, tenant, { at: '2021-05-01T10:00:00Z', people: 1 });

    const { months, created } = await contactAnalytics(lookAt(api, tenant, '2026-03-20T12:00:00Z'), 'all');

    expect(months).toHaveLength(60);
    expect(months[0]).toEqual({ month: '2021-04-01', from: '2016-01-15', to: '2021-04-30', created: 7 });
    expect(months[1]).toEqual({ month: '2021-05-01', from: '2021-05-01', to: '2021-05-31', created: 1 });
    expect(months.at(-1)).toMatchObject({ month: '2026-03-01', to: '2026-03-20' });
    expect(created).toBe(8);
  });
});
