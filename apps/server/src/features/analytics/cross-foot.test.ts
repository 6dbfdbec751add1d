import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { ask } from '../../../test/sending/ready-admin.ts';
import { sentCampaign } from '../../../test/sending/sent-campaign.ts';
import { campaignAnalytics } from './campaigns.ts';
import { codeAnalytics } from './codes.ts';
import { contactAnalytics } from './contacts.ts';
import { overviewOf } from './overview.ts';
import type { PeriodName } from './period.ts';
import { addClient, addCode, addContacts, lookAt, setTimezone } from './test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const now = Date.parse('2026-04-10T12:00:00Z');
const zones = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Kiritimati'];

/** The same numbers for the same organization in every run (mulberry32). */
function dice(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Contacts, campaigns and codes of two clients and of none, over a hundred days and some before. */
async function randomOrganization(seed: number): Promise<{ admin: Person; clients: (string | null)[] }> {
  const roll = dice(seed);
  const admin = await registerAdmin(api);
  await setTimezone(api, admin, zones[seed % zones.length]!);
  const clients = [null, await addClient(admin, 'One'), await addClient(admin, 'Two')];
  const anyClient = () => clients[roll(3)]!;
  const anyTime = () => new Date(now - roll(110 * 86_400) * 1_000).toISOString();
  for (let at = roll(8); at > 0; at -= 1) {
    const status = ['active', 'lead', 'unsubscribed', 'bounced', 'complained'][roll(5)]!;
    const ids = await addContacts(api, admin, { at: anyTime(), people: 1 + roll(5), clientId: anyClient(), status });
    if (roll(3) === 0) await api.db.owner.query('delete from contacts where id = $1', [ids[0]]);
  }
  for (let at = roll(8); at > 0; at -= 1) {
    const sent = 1 + roll(50);
    const stats = { delivered: roll(2) * roll(sent), opened: roll(sent), clicked: roll(sent), bounced: roll(sent) };
    await sentCampaign(api, admin, { sentAt: anyTime(), sent, stats, clientId: anyClient(), isKept: roll(2) === 0 });
  }
  for (let at = roll(8); at > 0; at -= 1) {
    const days = Object.fromEntries(Array.from({ length: roll(9) }, () => [anyTime().slice(0, 10), 1 + roll(20)]));
    await addCode(api, admin, { name: `Code ${at}`, clientId: anyClient(), days });
  }
  return { admin, clients };
}

/** Each page of two. */
async function everyItem<Item>(
  read: (cursor?: string) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = await read(); ; page = await read(page.nextCursor)) {
    items.push(...page.items);
    if (page.nextCursor === null) return items;
  }
}

const sumOf = <Item>(items: readonly Item[], pick: (item: Item) => number): number =>
  items.reduce((total, item) => total + pick(item), 0);

async function expectToAddUp(admin: Person, clientId: string | null, period: PeriodName) {
  const ctx = lookAt(api, admin, new Date(now).toISOString(), clientId);
  const overview = await overviewOf(ctx, period);
  const contacts = await contactAnalytics(ctx, period);
  const campaigns = await everyItem((cursor) => campaignAnalytics(ctx, { period, limit: 2, cursor }));
  const codes = await everyItem((cursor) => codeAnalytics(ctx, { period, limit: 2, cursor }));

  const summed = Object.fromEntries(
    (['sent', 'delivered', 'opened', 'clicked', 'bounced'] as const).map((key) => [
      key,
      sumOf(campaigns, (item) => item[key]),
    ]),
  );
  expect(summed).toEqual(overview.performance);
  expect(sumOf(codes, ({ scans }) => scans)).toBe(overview.scans.value);
  expect(sumOf(contacts.months, ({ created }) => created)).toBe(contacts.created);
  expect(sumOf(overview.distribution, (status) => status.contacts)).toBe(overview.contacts.value);
  expect(contacts.total).toBe(overview.contacts.value);
  if (period === 'all') expect(contacts.created).toBe(contacts.total);
  return [...campaigns, ...codes].map(({ id }) => id);
}

test.each(Array.from({ length: 20 }, (_, seed) => seed))(
  'every figure of random organization %i adds up',
  async (seed) => {
    const { admin, clients } = await randomOrganization(seed);

    for (const period of ['7d', '30d', '90d', 'all'] as const)
      for (const clientId of clients) {
        const ids = await expectToAddUp(admin, clientId, period);
        expect(new Set(ids).size).toBe(ids.length);
      }
  },
);

test('figures add up for each client after a contact moved from one to another', async () => {
  const admin = await registerAdmin(api);
  const [from, to] = [await addClient(admin, 'From'), await addClient(admin, 'To')];
  const [moved] = await addContacts(api, admin, { at: '2026-03-01T10:00:00Z', people: 3, clientId: from });

  await ask(admin, 'POST', `/api/contacts/${moved}/move`, { clientId: to });

  for (const clientId of [null, from, to]) await expectToAddUp(admin, clientId, 'all');
  for (const [clientId, people] of [[null, 3] as const, [from, 2] as const, [to, 1] as const])
    expect(await contactAnalytics(lookAt(api, admin, '2026-04-10T12:00:00Z', clientId), '90d')).toMatchObject({
      total: people,
      created: people,
    });
});
