import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinTeam, type Person } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { ask } from '../../../test/sending/ready-admin.ts';
import { sentCampaign } from '../../../test/sending/sent-campaign.ts';
import { addClient, addCode, addContacts, registerInUtc } from './test-harness.ts';

let api: TestApi;
let admin: Person;
let [mine, other] = ['', ''];
const now = () => new Date().toISOString();
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  admin = await registerInUtc(api);
  mine = await addClient(admin, 'Mine');
  other = await addClient(admin, 'Other');
  for (const [clientId, factor] of [[null, 1] as const, [mine, 10] as const, [other, 100] as const]) {
    await addContacts(api, admin, { at: now(), people: factor, clientId });
    await sentCampaign(api, admin, {
      name: `Sent ${factor}`,
      sentAt: now(),
      sent: factor + 1,
      clientId,
      stats: { opened: factor },
    });
    await addCode(api, admin, { name: `Code ${factor}`, clientId, days: { [now().slice(0, 10)]: factor } });
  }
});
afterAll(() => api.close());

/** The figures of every call, of which each scope has its own. */
async function figures(person: Pick<Person, 'request'>, period: string) {
  const read = (path: string) => ask(person, 'GET', `/api/analytics${path}?period=${period}`);
  const [overview, contacts, campaigns, codes] = [
    await read(''),
    await read('/contacts'),
    await read('/campaigns'),
    await read('/qr-codes'),
  ];
  const names = (items: { name: string }[]) =>
    items.map(({ name }) => name.split(' ')[1]!).toSorted((a, b) => a.localeCompare(b));
  return {
    contacts: [overview.contacts.value, contacts.total, contacts.created, contacts.joined],
    opened: [overview.performance.opened, campaigns.sums.opened],
    scans: [overview.scans.value, codes.scans],
    totals: [campaigns.total, codes.total],
    names: [overview.campaigns, overview.codes, campaigns.items, codes.items].map(names),
  };
}

const figuresOf = (sum: number, names: string[]) => ({
  contacts: [sum, sum, sum, sum],
  opened: [sum, sum],
  scans: [sum, sum],
  totals: [names.length, names.length],
  names: [names, names, names, names],
});

describe.each(['7d', 'all'])('in %s', (period) => {
  test('an ADMIN sees all clients together, and one alone where that is chosen', async () => {
    expect(await figures(admin, period)).toEqual(figuresOf(111, ['1', '10', '100']));

    await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: other });
    const chosen = await figures(admin, period);
    await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: null });

    expect(chosen).toEqual(figuresOf(100, ['100']));
  });

  test('whoever is limited to a client sees its figures alone', async () => {
    const limited = await joinTeam(api, admin, 'VIEWER', mine);

    expect(await figures(limited, period)).toEqual(figuresOf(10, ['10']));
  });

  test('another organization sees nothing', async () => {
    expect(await figures(await registerInUtc(api), period)).toEqual(figuresOf(0, []));
  });
});
