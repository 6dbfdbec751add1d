import { randomUUID } from 'node:crypto';
import { Recipients } from '@waggle/contracts/campaigns';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countBuckets } from '#features/campaigns/audience/queries.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { freezeAudience } from '#features/campaigns/freeze.ts';
import {
  createDeliveryEventsHarness,
  type DeliveryEventsHarness,
} from '#features/campaigns/delivery-events/test-harness.ts';
import * as sending from '#features/campaigns/sending/queries.ts';
import { lift } from '#features/contacts/suppression/lift/lift.ts';
import { suppressMany } from '#features/contacts/suppression/suppressions.ts';

let harness: DeliveryEventsHarness;
beforeAll(async () => {
  harness = await createDeliveryEventsHarness();
});
afterAll(() => harness.close());

const words = {
  status: ['active', 'lead', 'unsubscribed', 'bounced', 'complained'],
  consent: ['none', 'not_asked', 'pending', 'granted', 'confirmed', 'implied', 'implied until today', 'withdrawn'],
  pause: ['never', 'over', 'until next week'],
  suppressed: ['never', 'organization', 'own client', 'other client', 'lifted', 'by hash'],
} as const;
type Case = { [Word in keyof typeof words]: (typeof words)[Word][number] };
const cases: Case[] = words.status.flatMap((status) =>
  words.consent.flatMap((consent) =>
    words.pause.flatMap((pause) => words.suppressed.map((suppressed) => ({ status, consent, pause, suppressed }))),
  ),
);

/** What the words mean, said a second time and without SQL. */
const mayBeMailed = ({ status, consent, pause, suppressed }: Case): boolean =>
  (status === 'active' || status === 'lead') &&
  (consent === 'none' || consent === 'granted' || consent === 'confirmed' || consent === 'implied') &&
  pause !== 'until next week' &&
  (suppressed === 'never' || suppressed === 'other client' || suppressed === 'lifted');

async function buildAgency() {
  const [organizationId, own, other] = [randomUUID(), randomUUID(), randomUUID()];
  await harness.rows(
    `insert into organizations (id, name, type, subscription_tier) values ($1, 'Agency', 'AGENCY', 'system')`,
    organizationId,
  );
  await harness.rows(
    `insert into clients (organization_id, id, name) select $1, id, 'C' from unnest($2::uuid[]) id`,
    organizationId,
    [own, other],
  );
  const people = await harness.rows(
    `insert into contacts (organization_id, client_id, email, status, email_consent, mail_paused_until)
     select $1, $2, 'case' || n || '@house.example', case said ->> 'status' when 'lead' then 'lead' else 'active' end, split_part(said ->> 'consent', ' ', 1),
       case said ->> 'pause' when 'over' then now() - interval '1 minute' when 'until next week' then now() + interval '7 days' end
     from jsonb_array_elements($3::jsonb) with ordinality list (said, n) order by n returning id, email, email_consent`,
    organizationId,
    own,
    JSON.stringify(cases),
  );
  await harness.rows(
    `insert into consents (organization_id, client_id, contact_id, channel, state, source, expires_at)
     select $1, $2, id, 'email', 'implied', 'test', now() + case when dead then interval '-1 second' else interval '1 day' end
     from unnest($3::uuid[], $4::boolean[]) list (id, dead)`,
    organizationId,
    own,
    people.filter((_, at) => cases[at]!.consent.startsWith('implied')).map(({ id }) => id),
    cases.flatMap(({ consent }) => (consent.startsWith('implied') ? consent !== 'implied' : [])),
  );
  const ctx = backgroundContext(harness.database, organizationId, 'test');
  const those = (word: Case['suppressed']) =>
    people.filter((_, at) => cases[at]!.suppressed === word).map(({ email }) => email as string);
  const cause = { reason: 'manual', source: 'team' } as const;
  for (const word of ['organization', 'lifted'] as const) await suppressMany(ctx, 'email', those(word), cause);
  await suppressMany(ctx, 'email', those('own client'), { ...cause, clientId: own });
  await suppressMany(ctx, 'email', those('other client'), { ...cause, clientId: other });
  const hashed = await harness.rows(
    `select sha256(key || sha256(key || convert_to('email:' || email, 'UTF8'))) as hash from suppression_keys, unnest($2::text[]) email
     where organization_id = $1`,
    organizationId,
    those('by hash'),
  );
  await suppressMany(
    ctx,
    'email',
    hashed.map(({ hash }) => hash as Buffer),
    { ...cause, clientId: own },
  );
  for (const { id } of await harness.rows(
    'select id from suppressions where organization_id = $1 and address = any($2)',
    organizationId,
    those('lifted'),
  ))
    await lift(ctx, id);
  // Of those who show it for another reason than a suppression.
  await harness.rows(
    `update contacts set status = said.status from unnest($1::uuid[], $2::text[]) said (id, status)
     where contacts.id = said.id and said.status not in ('active', 'lead') and contacts.status in ('active', 'lead')`,
    people.map(({ id }) => id),
    cases.map(({ status }) => status),
  );
  return { ctx, own, ids: people.map(({ id }) => id as string) };
}

const everybody = Recipients.parse({ type: 'all' });

async function campaignOf(organizationId: string, clientId: string, ids: readonly string[], state: string) {
  const [campaign] = await harness.rows(
    `insert into campaigns (organization_id, client_id, name, status, subject, content, recipients, tracking, campaign_month, sent_at, scheduled_at)
     values ($1, $2, 'News', 'ACTIVE', 'Hello', '{}', $3, '{}', date_trunc('month', now())::date, now(), now())
     returning id, to_char(campaign_month, 'YYYY-MM-DD') as month`,
    organizationId,
    clientId,
    JSON.stringify(everybody),
  );
  await harness.rows(
    `insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, client_id, receiver, state, lease_no)
     select $1, $2, $3, id, $4, 'house.example', $6, 1 from unnest($5::uuid[]) id`,
    organizationId,
    campaign!['month'],
    campaign!['id'],
    clientId,
    ids,
    state,
  );
  return { campaignId: campaign!['id'] as string, month: campaign!['month'] as string };
}

test('C17: count, freeze, claim and offer agree on who may be mailed, for every status, consent, pause and suppression', async () => {
  const { ctx, own, ids } = await buildAgency();
  const named = (chosen: ReadonlySet<string>) => ids.map((id, at) => ({ ...cases[at]!, mailed: chosen.has(id) }));
  const counted = new Set<string>();
  for (const id of ids) {
    const only = Recipients.parse({ type: 'segments', contactIds: [id] });
    const buckets = await countBuckets(ctx, { clientId: own, topicId: null }, only);
    if (buckets.some(({ bucket }) => bucket === 'recipient')) counted.add(id);
  }
  const frozen = await campaignOf(ctx.organizationId, own, [], 'pending');
  await freezeAudience(ctx, frozen.campaignId, new AbortController().signal);
  const ledger = await harness.rows('select contact_id from campaign_sends where campaign_id = $1', frozen.campaignId);
  const claiming = await campaignOf(ctx.organizationId, own, ids, 'pending');
  const claimed = await sending.claim(ctx, claiming, { limit: 1_000, leaseSeconds: 60, notTo: [] });
  const offering = await campaignOf(ctx.organizationId, own, ids, 'claimed');
  const held = ids.map((recipientId) => ({ recipientId, leaseNo: '1' }));
  const { offered } = await sending.write(ctx, offering, { results: [], offers: held }, 60);

  const expected = cases.map((each) => ({ ...each, mailed: mayBeMailed(each) }));
  expect(cases).toHaveLength(720);
  expect(expected.filter(({ mailed }) => mailed)).toHaveLength(48);
  expect(named(counted)).toEqual(expected);
  expect(named(new Set(ledger.map(({ contact_id }) => contact_id as string)))).toEqual(expected);
  expect(claimed).toHaveLength(720);
  expect(named(new Set(claimed.flatMap((row) => (row.leftOut === null ? row.recipientId : []))))).toEqual(expected);
  expect(named(offered)).toEqual(expected);
  // Everybody's row knows where the mail goes.
  const { rows } = await sql`
    select from campaign_sends where organization_id = ${ctx.organizationId}::uuid and campaign_id = ${claiming.campaignId}::uuid
      and address_hash is null`.execute(ctx.db);
  expect(rows).toEqual([]);
}, 60_000);
