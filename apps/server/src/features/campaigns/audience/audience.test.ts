import { randomUUID } from 'node:crypto';
import { audienceGroups } from '@waggle/contracts/campaign-audience';
import { Recipients } from '@waggle/contracts/campaigns';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSendingHarness, type SendingHarness } from '../../../../test/sending/sending-harness.ts';
import type { Context } from '#platform/context.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { freezeAudience } from '../freeze.ts';
import { countAudience, listAudience } from './audience.ts';

let harness: SendingHarness;
beforeAll(async () => {
  harness = await createSendingHarness();
});
afterAll(() => harness.close());

type Person = { address: number; client: 0 | 1 | 2; status: string; consent: string; paused: boolean; tags: boolean[] };

const anyPerson: fc.Arbitrary<Person> = fc.record({
  address: fc.nat(14),
  client: fc.constantFrom(0, 1, 2),
  status: fc.constantFrom('active', 'active', 'lead', 'unsubscribed', 'bounced', 'complained'),
  consent: fc.constantFrom('none', 'granted', 'pending', 'withdrawn'),
  paused: fc.constantFrom(false, false, true),
  tags: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
});

async function buildAgency(people: Person[]) {
  const organizationId = randomUUID();
  const clients = [randomUUID(), randomUUID()] as const;
  const tags = [randomUUID(), randomUUID(), randomUUID()];
  const { owner } = harness;
  await owner.query(`insert into organizations (id, name, type) values ($1, 'Agency', 'AGENCY')`, [organizationId]);
  await owner.query(`insert into clients (organization_id, id, name) select $1, id, 'C' from unnest($2::uuid[]) id`, [
    organizationId,
    clients,
  ]);
  for (const [at, id] of tags.entries())
    await owner.query('insert into tags (organization_id, id, name) values ($1, $2, $3)', [
      organizationId,
      id,
      `T${at}`,
    ]);
  const ids: string[] = [];
  for (const person of people) {
    const { rows } = await owner.query<{ id: string }>(
      `insert into contacts (organization_id, client_id, email, status, email_consent, mail_paused_until)
       values ($1, $2, $3, $4, $5, case when $6 then now() + interval '30 days' end)
       on conflict do nothing returning id`,
      [
        organizationId,
        person.client ? clients[person.client - 1] : null,
        `p${person.address}@mail.example`,
        person.status,
        person.consent,
        person.paused,
      ],
    );
    const [contact] = rows;
    if (!contact) continue;
    ids.push(contact.id);
    for (const [at, has] of person.tags.entries())
      if (has)
        await owner.query(
          `insert into contact_tags (organization_id, contact_id, tag_id, contact_created_at)
           select organization_id, id, $2, created_at from contacts where id = $1`,
          [contact.id, tags[at]],
        );
  }
  return { organizationId, clients, tags, ids };
}

const anyChoice = fc.record({
  type: fc.constantFrom('all', 'tags', 'segments'),
  tags: fc.subarray([0, 1, 2]),
  match: fc.constantFrom('any', 'all'),
  excluded: fc.subarray([0, 1, 2]),
  scope: fc.constantFrom('organization', 'client', 'every client'),
});

test('every contact is counted once, nobody twice in the audience, and freezing does what counting said', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyPerson, { minLength: 1, maxLength: 25 }), anyChoice, async (people, choice) => {
      const { organizationId, clients, tags, ids } = await buildAgency(people);
      const ctx = backgroundContext(harness.database, organizationId, 'test');
      const clientId = choice.scope === 'client' ? clients[0] : null;
      // A tag marks contacts of its own client only.
      await harness.owner.query('update tags set client_id = $2 where organization_id = $1', [
        organizationId,
        clientId,
      ]);
      const recipients = Recipients.parse({
        type: choice.type,
        everyClient: choice.scope === 'every client',
        tagIds: choice.tags.map((at) => tags[at]),
        tagMatch: choice.match,
        contactIds: choice.type === 'segments' ? ids.slice(0, 5) : [],
        exclude: { tagIds: choice.excluded.map((at) => tags[at]) },
      });

      const counted = await countAudience(ctx, { clientId, topicId: null }, recipients);
      const named = await Promise.all(
        audienceGroups.map(async (group) => [group, await everybody(ctx, clientId, recipients, group)] as const),
      );
      const campaignId = await draft(organizationId, clientId, recipients);
      await freezeAudience(ctx, campaignId, new AbortController().signal);

      const { rows } = await harness.owner.query<{ email: string }>(
        `select email from campaign_sends join contacts on contacts.id = contact_id where campaign_id = $1`,
        [campaignId],
      );
      const { rows: left } = await harness.owner.query<{ reason: string; people: number }>(
        `select reason, people::int from campaign_exclusions where campaign_id = $1`,
        [campaignId],
      );
      const { rows: all } = await harness.owner.query<{ people: number }>(
        `select count(*)::int as people from contacts
         where organization_id = $1 and ($3 or client_id is not distinct from $2::uuid)`,
        [organizationId, clientId, choice.scope === 'every client'],
      );
      const sum = (list: { people: number }[]) => list.reduce((total, { people }) => total + people, 0);
      expect(counted.recipients + sum(counted.leftOut)).toBe(all[0]!.people);
      expect(new Set(rows.map(({ email }) => email)).size).toBe(rows.length);
      expect(rows).toHaveLength(counted.recipients);
      const numbers = {
        recipient: counted.recipients,
        ...Object.fromEntries(counted.leftOut.map((each) => [each.reason, each.people])),
      };
      for (const [group, names] of named) expect(names).toHaveLength((numbers as Record<string, number>)[group] ?? 0);
      expect(named[0]![1].toSorted()).toEqual(rows.map(({ email }) => email).toSorted());
      expect(new Set(left.map((each) => `${each.reason} ${each.people}`))).toEqual(
        new Set(counted.leftOut.map((each) => `${each.reason} ${each.people}`)),
      );
    }),
    { numRuns: 60 },
  );
});

test('consent that was only implied leaves people out once it has expired (C10)', async () => {
  const person = { client: 0, status: 'active', consent: 'implied', paused: false, tags: [] } as const;
  const people = [0, 1, 2].map((address): Person => ({ ...person, tags: [], address }));
  const { organizationId, ids } = await buildAgency(people);
  for (const [at, days] of [729, 731].entries())
    await harness.owner.query(
      `insert into consents (organization_id, contact_id, channel, state, source, created_at, expires_at)
       values ($1, $2, 'email', 'implied', 'form', now() - make_interval(days => $3), now() + make_interval(days => 730 - $3))`,
      [organizationId, ids[at], days],
    );
  const ctx = backgroundContext(harness.database, organizationId, 'test');

  const counted = await countAudience(ctx, { clientId: null, topicId: null }, Recipients.parse({ type: 'all' }));

  expect(counted).toMatchObject({ recipients: 2, leftOut: [{ reason: 'consent-expired', people: 1 }] });
});

/** All pages of the names behind one number. */
async function everybody(ctx: Context, clientId: string | null, recipients: Recipients, group: string) {
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listAudience(ctx, { clientId, topicId: null }, recipients, { group, cursor, limit: 4 });
    names.push(...page.items.map(({ email }) => email));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return names;
}

async function draft(organizationId: string, clientId: string | null, recipients: object): Promise<string> {
  const { rows } = await harness.owner.query<{ id: string }>(
    `insert into campaigns (organization_id, client_id, name, status, subject, content, recipients, tracking, campaign_month, sent_at)
     values ($1, $2, 'News', 'ACTIVE', 'Hello', '{}', $3, '{}', date_trunc('month', now())::date, now()) returning id`,
    [organizationId, clientId, JSON.stringify(recipients)],
  );
  return rows[0]!.id;
}
