import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinTeam, type Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { ask } from '../../../../test/sending/ready-admin.ts';
import { type Agency, createAgency, daysAgo } from './agency-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true, env: { STRIPE_SECRET_KEY: 'sk_test_control_room' } });
});
afterAll(() => api.close());

const path = '/api/dashboard/clients';
type Asker = Pick<Person, 'request'>;
const snooze = (person: Asker, clientId: string, reasons: string[]) =>
  person.request('PUT', `${path}/${clientId}/snooze`, { reasons });

/** What somebody sees of the clients: the lines of attention, and how each stands. */
async function seenBy(person: Asker) {
  const { items, total, snoozed, clear } = await ask(person, 'GET', `${path}/attention`);
  const list = await ask(person, 'GET', `${path}?sort=name`);
  return {
    lines: items.map(({ kind, client }: { kind: string; client: { name: string } }) => `${client.name} ${kind}`),
    counts: [total, snoozed, clear],
    health: list.items.map((row: { health: string; reasons: string[] }) => [row.health, row.reasons.join()]),
    until: list.items.map(({ snoozedUntil }: { snoozedUntil: string | null }) => snoozedUntil),
  };
}

/** Answers are shared for ten seconds; a client that was changed is seen at once. */
const refresh = ({ run }: Agency, clientId: string) =>
  run('update clients set updated_at = clock_timestamp() where organization_id = $1 and id = $2', clientId);

test('what a person snoozes is hidden for seven days, from that person alone', async () => {
  const agency = await createAgency(api);
  const [alder] = [await agency.client('Alder'), await agency.client('Birch')];
  await agency.campaign(alder, daysAgo(40), 100);
  const colleague = await joinTeam(api, agency.admin, 'USER');

  expect((await snooze(agency.admin, alder, ['silent'])).status).toBe(204);

  const own = await seenBy(agency.admin);
  expect(own).toMatchObject({
    lines: [],
    counts: [0, 1, 1],
    health: [
      ['good', ''],
      ['good', ''],
    ],
  });
  expect((Date.parse(own.until[0]) - Date.now()) / 86_400_000).toBeCloseTo(7, 1);
  expect(own.until[1]).toBeNull();
  expect(await seenBy(colleague)).toMatchObject({ lines: ['Alder silent'], counts: [1, 0, 1], until: [null, null] });

  await agency.run(
    `update client_snoozes set snoozed_at = now() - interval '7 days 1 second' where organization_id = $1`,
  );
  expect(await seenBy(agency.admin)).toMatchObject({ lines: ['Alder silent'], counts: [1, 0, 1], until: [null, null] });
});

test('another problem is told at once, and so is the same one of a newer campaign', async () => {
  const agency = await createAgency(api);
  const alder = await agency.client('Alder');
  await agency.campaign(alder, daysAgo(2), 100, { bounced: 30 });
  await snooze(agency.admin, alder, ['bounces']);
  expect((await seenBy(agency.admin)).lines).toEqual([]);

  await agency.campaign(alder, daysAgo(1), 100, { complained: 5 });
  await refresh(agency, alder);
  const other = await seenBy(agency.admin);
  await snooze(agency.admin, alder, ['complaints']);
  const both = await seenBy(agency.admin);
  await agency.run(`update client_snoozes set snoozed_at = now() - interval '1 hour' where organization_id = $1`);
  await agency.campaign(alder, daysAgo(0.01), 100, { bounced: 40 });
  await refresh(agency, alder);

  expect([other.lines, other.counts]).toEqual([['Alder complaints'], [1, 0, 0]]);
  expect(other.until[0]).not.toBeNull();
  // What was snoozed before stays so.
  expect([both.lines, both.counts]).toEqual([[], [0, 1, 0]]);
  expect((await seenBy(agency.admin)).lines).toEqual(['Alder bounces']);
});

test('a snooze is ended, and says nothing of clients that are not there', async () => {
  const agency = await createAgency(api);
  const alder = await agency.client('Alder');
  await agency.campaign(alder, daysAgo(40), 100);
  await snooze(agency.admin, alder, ['silent', 'silent']);
  await snooze(agency.admin, alder, []);
  expect(await seenBy(agency.admin)).toMatchObject({ lines: ['Alder silent'], until: [null] });

  const elsewhere = await createAgency(api);
  const theirs = await elsewhere.client('Theirs');
  expect((await snooze(agency.admin, theirs, ['silent'])).status).toBe(404);
  expect((await snooze(agency.admin, theirs, [])).status).toBe(404);
  expect((await snooze(agency.admin, alder, ['sleepy'])).status).toBe(400);
  const limited = await joinTeam(api, agency.admin, 'USER', alder);
  expect((await snooze(limited, alder, ['silent'])).status).toBe(403);
});

test('a snooze goes with who made it and with its client', async () => {
  const agency = await createAgency(api);
  const [alder, birch] = [await agency.client('Alder'), await agency.client('Birch')];
  const colleague = await joinTeam(api, agency.admin, 'ADMIN');
  for (const clientId of [alder, birch]) await snooze(colleague, clientId, ['silent']);
  await snooze(agency.admin, alder, ['silent']);
  const left = async () => {
    const { rows } = await agency.run('select user_id as id from client_snoozes where organization_id = $1');
    return rows.map(({ id }) => id);
  };

  await ask(agency.admin, 'DELETE', `/api/team/members/${colleague.user.id}`);

  expect(await left()).toEqual([agency.admin.user.id]);
});

test('a client with more than 90 % of the contacts of the plan needs attention since the day it had them', async () => {
  const agency = await createAgency(api);
  await agency.run(`update organizations set subscription_tier = 'lite' where id = $1`);
  const [alder, birch] = [await agency.client('Alder'), await agency.client('Birch')];
  await agency.people(alder, 80, daysAgo(20));
  await agency.people(alder, 12, daysAgo(3));
  await agency.people(alder, 8, daysAgo(3), 'unsubscribed');
  await agency.people(birch, 5, daysAgo(20));

  const { items } = await ask(agency.admin, 'GET', `${path}/attention`);

  expect(items).toMatchObject([
    { kind: 'plan', client: { name: 'Alder' }, counted: 92, limit: 100, share: 92, path: '/dashboard/contacts' },
  ]);
  expect(items[0].since.slice(0, 10)).toBe(daysAgo(3).slice(0, 10));
});

test('90 % of the plan itself, and a plan without a limit, need nobody', async () => {
  const [agency, unlimited] = [await createAgency(api), await createAgency(api)];
  await agency.run(`update organizations set subscription_tier = 'lite' where id = $1`);
  await unlimited.run(`update organizations set subscription_tier = 'system' where id = $1`);
  await agency.people(await agency.client('Alder'), 90, daysAgo(20));
  await unlimited.people(await unlimited.client('Alder'), 96, daysAgo(20));

  expect(await seenBy(agency.admin)).toMatchObject({ lines: [], counts: [0, 0, 1] });
  expect(await seenBy(unlimited.admin)).toMatchObject({ lines: [], counts: [0, 0, 1] });
});
