import { clientHealths } from '@waggle/contracts/control-room';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinTeam } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { ask, draft } from '../../../../test/sending/ready-admin.ts';
import { insertAutomation } from '../test-rows.ts';
import { type Agency, createAgency, daysAgo } from './agency-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true, env: { STRIPE_SECRET_KEY: 'sk_test_control_room' } });
});
afterAll(() => api.close());

const path = '/api/dashboard/clients';
type Item = { kind: string; client: { name: string } } & Record<string, unknown>;

const attentionOf = ({ admin }: Pick<Agency, 'admin'>): Promise<{ items: Item[]; total: number; clear: number }> =>
  ask(admin, 'GET', `${path}/attention`);

const hold = async ({ run }: Agency, id: string, reason: string, waiting: number) => {
  await run(
    `update campaigns set status = 'PAUSED', completed_at = null, hold_reason = $3, updated_at = now() - interval '1 hour' where organization_id = $1 and id = $2`,
    id,
    reason,
  );
  await run(
    `insert into campaign_progress (organization_id, campaign_id, client_id, state, people)
     select organization_id, id, client_id, 'pending', $3 from campaigns where organization_id = $1 and id = $2`,
    id,
    waiting,
  );
};

/** Verified once, and its DMARC record is gone since yesterday. */
const domain = ({ run }: Agency, clientId: string, name: string, state = 'failing') =>
  run(
    `insert into sending_domains (organization_id, client_id, domain, state, records, verified_at, failing_since)
     values ($1, $2, $3, $4, $5, now() - interval '90 days', case when $4 = 'failing' then now() - interval '1 day' end)`,
    clientId,
    name,
    state,
    JSON.stringify([
      { purpose: 'dkim', type: 'TXT', name: 'a', value: 'a', required: true, state: 'found', found: null },
      { purpose: 'spf', type: 'TXT', name: 'b', value: 'b', required: true, state: 'found', found: null },
      { purpose: 'dmarc', type: 'TXT', name: 'c', value: 'c', required: true, state: 'missing', found: null },
      { purpose: 'dkim', type: 'TXT', name: 'd', value: 'd', required: false, state: 'missing', found: null },
    ]),
  );

const connection = ({ run }: Agency, clientId: string, name: string, state = 'failing') =>
  run(
    `insert into smtp_connections (organization_id, client_id, name, kind, host, port, tls, state, max_connections)
     values ($1, $2, $3, 'smtp', 'smtp.example', 587, 'starttls', $4, 5)`,
    clientId,
    name,
    state,
  );

const plan = async ({ admin, run }: Agency, clientId: string, name: string): Promise<string> => {
  const { id } = await draft(admin, { name, clientId });
  await run(
    `update campaigns set status = 'ACTIVE', scheduled_at = now() + interval '3 days' where organization_id = $1 and id = $2`,
    id,
  );
  return id;
};

test('says what is wrong, worst first, with its figures and where to go', async () => {
  const agency = await createAgency(api);
  const client = agency.client;
  const [paused, bounced, held] = [await client('Alder'), await client('Birch'), await client('Cedar')];
  const [domains, connections, complained, silent] = [
    await client('Dogwood'),
    await client('Elm'),
    await client('Fir'),
    await client('Gum'),
  ];
  await client('Hazel');
  const nudge = await agency.campaign(paused, daysAgo(1), 418, { name: 'Check-up nudge', bounced: 26 });
  await hold(agency, nudge, 'bounces', 702);
  const bad = await agency.campaign(bounced, daysAgo(2), 100, { name: 'Old list', bounced: 10 });
  await agency.campaign(bounced, daysAgo(1), 100, { bounced: 1 });
  const refused = await agency.campaign(held, daysAgo(1), 10, { name: 'Refused' });
  await hold(agency, refused, 'connection-refused', 5);
  await domain(agency, domains, 'dogwood.example');
  await plan(agency, domains, 'Next week');
  await connection(agency, connections, 'Postmark');
  const retreat = await agency.campaign(complained, daysAgo(2), 1_000, { name: 'Retreat', complained: 2 });
  await agency.campaign(silent, daysAgo(34), 100);
  const ride = await plan(agency, silent, 'Summer ride');
  await agency.purchase(silent, daysAgo(40), 1_000);
  await agency.purchase(silent, daysAgo(4), 790);

  const { items, total, clear } = await attentionOf(agency);

  expect([total, clear]).toEqual([7, 1]);
  expect(items).toMatchObject([
    {
      kind: 'paused',
      client: { id: paused, name: 'Alder' },
      hold: 'bounces',
      campaign: { id: nudge, name: 'Check-up nudge' },
      sent: 418,
      rate: expect.closeTo(6.22, 2),
      waiting: 702,
      path: `/dashboard/campaigns/${nudge}?tab=recipients&event=bounced`,
    },
    {
      kind: 'bounces',
      client: { id: bounced },
      campaign: { id: bad, name: 'Old list' },
      bounced: 11,
      sent: 200,
      rate: 5.5,
      path: `/dashboard/campaigns/${bad}?tab=recipients&event=bounced`,
    },
    {
      kind: 'held',
      client: { id: held },
      hold: 'connection-refused',
      waiting: 5,
      path: `/dashboard/campaigns/${refused}`,
    },
    {
      kind: 'domain',
      client: { id: domains },
      domain: 'dogwood.example',
      failing: [{ purpose: 'dmarc', isMissing: true }],
      passing: ['dkim', 'spf'],
      next: { name: 'Next week' },
      path: '/dashboard/settings/domains',
    },
    {
      kind: 'connection',
      client: { id: connections },
      connection: 'Postmark',
      path: '/dashboard/settings/connections',
    },
    {
      kind: 'complaints',
      client: { id: complained },
      campaign: { id: retreat },
      complained: 2,
      rate: 0.2,
      path: `/dashboard/campaigns/${retreat}?tab=recipients&event=complained`,
    },
    {
      kind: 'silent',
      client: { id: silent },
      days: 34,
      revenueChange: expect.closeTo(-21, 6),
      next: { id: ride, name: 'Summer ride' },
      path: `/dashboard/campaigns/${ride}`,
    },
  ]);
});

test('an automation that is on hold is told with why, who waits inside and where to resume it', async () => {
  const agency = await createAgency(api);
  const [alder, birch] = [await agency.client('Alder'), await agency.client('Birch')];
  const heldOf = async (clientId: string | null, reason: string | null, isSequence = false, status = 'live') => {
    const figures = { name: 'Welcome', entered: 30, ended: 12 };
    const id = await insertAutomation(api, agency.admin, figures);
    await agency.run(
      `update automations set client_id = $3, hold_reason = $4, is_sequence = $5, status = $6, paused_at = now() - interval '2 hours'
       where organization_id = $1 and id = $2`,
      id,
      clientId,
      reason,
      isSequence,
      status,
    );
    return id;
  };
  const storm = await heldOf(alder, 'storm');
  const sequence = await heldOf(birch, 'restored', true, 'paused');
  for (const [clientId, reason, status] of [
    [null, 'storm', 'live'],
    [alder, null, 'paused'],
    [alder, 'loop', 'ended'],
  ] as const)
    await heldOf(clientId, reason, false, status);

  const { items } = await attentionOf(agency);

  const told = { kind: 'automation', waiting: 18, since: expect.any(String) };
  expect(items).toHaveLength(2);
  expect(items.find(({ client }) => client.name === 'Alder')).toMatchObject({
    ...told,
    hold: 'storm',
    automation: { id: storm, name: 'Welcome' },
    path: `/dashboard/automations/${storm}`,
  });
  expect(items.find(({ client }) => client.name === 'Birch')).toMatchObject({
    ...told,
    hold: 'restored',
    path: `/dashboard/campaigns/${sequence}`,
  });
});

test('the badge of each client comes from the same reasons', async () => {
  const agency = await createAgency(api);
  const [alder, birch] = [await agency.client('Alder'), await agency.client('Birch')];
  await agency.client('Cedar');
  await agency.campaign(alder, daysAgo(2), 100, { bounced: 10, complained: 3 });
  await connection(agency, alder, 'Relay');
  await domain(agency, birch, 'birch.example');

  const { items } = await ask(agency.admin, 'GET', path);
  const attention = await attentionOf(agency);

  expect(items.map(({ name, health, reasons }: Item) => [name, health, reasons])).toEqual([
    ['Alder', 'at-risk', ['bounces', 'connection', 'complaints']],
    ['Birch', 'watch', ['domain']],
    ['Cedar', 'good', []],
  ]);
  expect(attention.items.map(({ client, kind }) => [client.name, kind])).toEqual([
    ['Alder', 'bounces'],
    ['Birch', 'domain'],
  ]);
  expect(items.map(({ health }: Item) => health)).toEqual([...clientHealths]);
});

test('a limit that is kept, a client that never sent and what works need nobody', async () => {
  const agency = await createAgency(api);
  const alder = await agency.client('Alder');
  await agency.client('Birch');
  await agency.campaign(alder, daysAgo(5), 1_000, { bounced: 50, complained: 1 });
  await domain(agency, alder, 'alder.example', 'verified');
  await domain(agency, alder, 'new.example', 'pending');
  await connection(agency, alder, 'Relay', 'active');
  const forgotten = await agency.campaign(alder, daysAgo(3), 10, { bounced: 9 });
  await ask(agency.admin, 'DELETE', `/api/campaigns/${forgotten}`);

  expect(await attentionOf(agency)).toEqual({ items: [], total: 0, snoozed: 0, clear: 2 });
});

test('a pause because of complaints is said once, and the newest of several holds', async () => {
  const agency = await createAgency(api);
  const alder = await agency.client('Alder');
  const first = await agency.campaign(alder, daysAgo(4), 100, { name: 'First', complained: 5 });
  await hold(agency, first, 'complaints', 10);
  const second = await agency.campaign(alder, daysAgo(2), 100, { name: 'Second', complained: 2 });
  await hold(agency, second, 'complaints', 20);

  const { items } = await attentionOf(agency);

  expect(items).toMatchObject([{ kind: 'paused', hold: 'complaints', campaign: { name: 'Second' }, rate: 2 }]);
});

test('of many the worst twenty are told, with the number of all', async () => {
  const agency = await createAgency(api);
  for (let no = 0; no < 22; no += 1) await agency.campaign(await agency.client(`Client ${no}`), daysAgo(40), 10);
  await agency.campaign(await agency.client('Alder'), daysAgo(1), 100, { bounced: 30 });

  const { items, total, clear } = await attentionOf(agency);

  expect([items.length, total, clear, items[0]!.kind]).toEqual([20, 23, 0, 'bounces']);
});

test('clients that are switched off, and what belongs to none, need nobody', async () => {
  const agency = await createAgency(api);
  const alder = await agency.client('Alder');
  await agency.campaign(alder, daysAgo(2), 100, { bounced: 30 });
  await agency.campaign(null, daysAgo(2), 100, { bounced: 30 });
  await ask(agency.admin, 'PUT', `/api/clients/${alder}`, { isActive: false });

  expect(await attentionOf(agency)).toEqual({ items: [], total: 0, snoozed: 0, clear: 0 });
});

test('who may not see connections is told that one fails, and not which', async () => {
  const agency = await createAgency(api);
  await connection(agency, await agency.client('Alder'), 'Postmark');

  const viewer = await joinTeam(api, agency.admin, 'VIEWER');

  expect((await attentionOf({ admin: viewer })).items).toMatchObject([{ kind: 'connection', connection: null }]);
  expect((await attentionOf(agency)).items).toMatchObject([{ kind: 'connection', connection: 'Postmark' }]);
});

test('a domain fails since its record was gone', async () => {
  const agency = await createAgency(api);
  await domain(agency, await agency.client('Alder'), 'alder.example');

  const { items } = await attentionOf(agency);

  expect(Date.now() - Date.parse(items[0]!['since'] as string)).toBeGreaterThan(86_000_000);
});
