import { randomUUID } from 'node:crypto';
import { analyticsPeriods } from '@waggle/contracts/analytics';
import { Recipients } from '@waggle/contracts/campaigns';
import { growthRanges } from '@waggle/contracts/dashboard';
import type { Endpoint } from '@waggle/contracts/endpoint';
import { holds } from '@waggle/contracts/rights';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookAt } from '../../src/features/analytics/test-harness.ts';
import { endpoints } from '../../src/features.ts';
import { recordTouches } from '../../src/features/purchases/index.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { call, sampleOf } from './samples.ts';
import { say } from './say.ts';
import type { Input } from './slots.ts';
import { createTenantFixture, enter, enterByLink } from './tenant-fixture.ts';
import type { Guest, TenantFixture } from './tenant.ts';

let api: TestApi;
let tenant: TenantFixture;
let guest: Guest;
let member: Guest;
beforeAll(async () => {
  api = await startTestApi();
  tenant = await createTenantFixture(api);
  guest = await enterByLink(api, tenant);
  member = await enter(api, tenant, 'limited');
  await sellByLetter();
});
afterAll(() => api.close());

const isOpenToGuests = ({ needs }: Endpoint): boolean =>
  needs !== 'public' && needs !== 'signed-in' && holds('GUEST', needs);

const subject = 'Refund for Zebulonius';

/** What a contact bought after a click in an email to this contact alone: the subject of that email is the name of its campaign. */
async function sellByLetter(): Promise<void> {
  const { organizationId, ids, clients } = tenant;
  const { rows } = await api.db.owner.query<{ id: string }>(
    `insert into campaigns (organization_id, client_id, name, status, subject, content, recipients, tracking, contact_id, sent_at,
       scheduled_at, campaign_month, audience)
     values ($1, $2, $3, 'COMPLETED', $3, '{"html":"<p>Hello</p>","text":""}', $4, '{"opens":true,"clicks":true}', $5, now(),
       now(), date_trunc('month', now())::date, 1) returning id`,
    [organizationId, clients.x, subject, Recipients.parse({ type: 'all' }), ids.contact],
  );
  const touch = { id: randomUUID(), contactId: ids.contact, kind: 'click' as const, subjectId: rows[0]!.id };
  const ctx = lookAt(api, { user: { organizationId } }, new Date().toISOString());
  await recordTouches(ctx, [{ ...touch, at: Date.now() - 60_000 }]);
  const sold = await member.request('POST', '/api/purchases', {
    contactId: ids.contact,
    amount: '12.50',
    currency: 'USD',
  });
  expect(sold.status).toBe(201);
}

/** Words that stand in no text of ours, for every contact of the organization; samples add contacts as they are made. */
async function nameEverybody(): Promise<string[]> {
  await api.db.owner.query(
    `update contacts set first_name = 'Zebulonius', last_name = 'Quillfeather', phone = '+15550100' where organization_id = $1`,
    [tenant.organizationId],
  );
  const { rows } = await api.db.owner.query<{ email: string }>(
    'select email from contacts where organization_id = $1',
    [tenant.organizationId],
  );
  return [subject, 'Zebulonius', 'Quillfeather', '+15550100', ...rows.map(({ email }) => email)];
}

/** The sample, and the same call over every span it can be asked for. */
function variants({ query }: Endpoint, sample: Input): Input[] {
  const spans = { period: analyticsPeriods, range: growthRanges, span: ['24h', '7d'] } as const;
  const more = Object.entries(spans).flatMap(([key, values]) =>
    query && key in query.shape ? values.map((value) => ({ [key]: value })) : [],
  );
  return [sample, ...more.map((part) => ({ ...sample, query: { ...(sample.query as object), ...part } }))];
}

const answersOf = async (endpoint: Endpoint, caller: Guest) => {
  const answers: string[] = [];
  for (const input of variants(endpoint, await sampleOf(endpoint, { api, tenant, guest: member }))) {
    const people = await nameEverybody();
    const { status, body } = await call(caller, endpoint, input);
    const text = JSON.stringify(body) ?? '';
    const found = people.filter((word) => text.includes(word));
    answers.push(found.length > 0 ? `${endpoint.name} ${status}: ${found.join(', ')}` : String(status));
  }
  return answers;
};

describe('what a guest reads', () => {
  test('names no contact: no email, no name and no phone in any answer of any call open to guests', async () => {
    const open = endpoints.filter(isOpenToGuests);
    // Leaving ends the session, so it comes last.
    const inOrder = [
      ...open.filter(({ method }) => method === 'GET'),
      ...open.filter(({ method }) => method !== 'GET'),
    ];
    const answers: string[] = [];
    for (const endpoint of inOrder) answers.push(...(await answersOf(endpoint, guest)));

    say(`guests: ${open.length} calls, ${answers.length} answers`);
    expect(new Set(answers)).toEqual(new Set(['200', '204']));
    expect(answers.length).toBeGreaterThan(40);
  });

  test('would be found: members read contacts in the calls that guests are refused', async () => {
    const naming: string[] = [];
    for (const name of ['contacts.list', 'campaigns.recipients', 'forms.submissions'])
      naming.push(
        ...(await answersOf(
          endpoints.find((endpoint) => endpoint.name === name)!,
          member,
        )),
      );

    expect(naming.filter((answer) => answer !== '200').length).toBeGreaterThan(0);
  });
});
