import { randomUUID } from 'node:crypto';
import { recordScans } from '../../src/features/links/scans/scans.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import type { InboxEvent } from '#platform/inbox/event.ts';
import { randomFrom } from '../harness/random.ts';
import { type InboxHarness, machine, person, scanOf } from '../harness/inbox-harness.ts';

export type RandomOrganization = {
  ctx: Context;
  timezone: string;
  clients: (string | null)[];
  /** When somebody could be mailed from then on, and when not any more: no other row keeps these. `created` is when they came. */
  moves: { clientId: string | null; by: 1 | -1; at: number; created: number }[];
  /** Contacts that are gone. */
  deleted: { clientId: string | null; created: number; at: number }[];
};

const zones = [
  'UTC',
  'Asia/Kolkata',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
];
const statuses = ['active', 'lead', 'unsubscribed', 'bounced', 'complained'];
const dayMs = 86_400_000;
const isMailable = (status: string) => status === 'active' || status === 'lead';

/** Contacts, forms, campaigns with their ledger and codes with their scans, of two clients and of none, over 120 days. */
export async function randomOrganization(harness: InboxHarness, seed: number): Promise<RandomOrganization> {
  const random = randomFrom(seed);
  const roll = (below: number) => Math.floor(random() * below);
  const timezone = zones[seed % zones.length]!;
  const ctx = await harness.organization(timezone);
  const { organizationId } = ctx;
  const run = async <Row extends object>(text: string, ...values: unknown[]) =>
    (await harness.owner.query<Row>(text, [organizationId, ...values])).rows;
  await run(`update organizations set subscription_tier = 'plus' where id = $1`);
  const clients: (string | null)[] = [null];
  for (const name of ['One', 'Two'])
    clients.push(
      (await run<{ id: string }>(`insert into clients (organization_id, name) values ($1, $2) returning id`, name))[0]!
        .id,
    );
  const made: RandomOrganization = { ctx, timezone, clients, moves: [], deleted: [] };
  const anyClient = () => clients[roll(3)]!;
  const anyTime = () => Date.now() - roll(120 * dayMs);

  for (let batch = roll(6); batch > 0; batch -= 1) {
    const [clientId, at, status] = [anyClient(), anyTime(), statuses[roll(5)]!];
    const people = 1 + roll(5);
    const rows = await run<{ id: string }>(
      `insert into contacts (organization_id, client_id, email, status, created_at)
       select $1, $2, 'p' || new_id() || '@x.example', $3, $4 from generate_series(1, $5::int) returning id`,
      clientId,
      status,
      new Date(at).toISOString(),
      people,
    );
    if (isMailable(status)) made.moves.push(...rows.map(() => ({ clientId, by: 1 as const, at, created: at })));
    const fate = roll(9);
    if (fate < 3) {
      await run('delete from contacts where organization_id = $1 and id = $2', rows[0]!.id);
      made.deleted.push({ clientId, created: at, at: Date.now() });
      if (isMailable(status)) made.moves.push({ clientId, by: -1, at: Date.now(), created: at });
    } else if (fate < 5 && isMailable(status)) {
      await run(`update contacts set status = 'unsubscribed' where organization_id = $1 and id = $2`, rows[0]!.id);
      made.moves.push({ clientId, by: -1, at: Date.now(), created: at });
    }
  }
  for (let form = roll(4); form > 0; form -= 1)
    await run(
      `insert into forms (organization_id, client_id, name, draft, published_version, is_active) values ($1, $2, 'Club', '{}', $3, $4)`,
      anyClient(),
      roll(2) === 0 ? null : 1,
      roll(3) > 0,
    );
  await sendCampaigns(run, roll, () => ({ clientId: anyClient(), at: anyTime() }));
  await scanCodes(made, run, roll);
  for (let bought = roll(8); bought > 0; bought -= 1) await buy(run, roll, anyClient(), anyTime());
  return made;
}

/** Some of it given back, as often as not all of it. */
async function buy(run: Run, roll: Roll, clientId: string | null, at: number): Promise<void> {
  const paid = 1 + roll(100_000);
  const refunded = [0, 0, roll(paid), paid][roll(4)]!;
  await run(
    `insert into purchases (organization_id, client_id, source, order_scope, order_hash, paid_amount, paid_currency, amount, purchased_at)
     values ($1, $2, 'file', $1, sha256(new_id()::text::bytea), $3, 'USD', $3, $4)`,
    clientId,
    paid,
    new Date(at).toISOString(),
  );
  await run(
    `update purchases set refunded_amount = $2::bigint, amount = paid_amount - $2::bigint where organization_id = $1 and paid_amount = $3`,
    refunded,
    paid,
  );
}

type Run = <Row extends object>(text: string, ...values: unknown[]) => Promise<Row[]>;
type Roll = (below: number) => number;

type Made = { clientId: string | null; at: number };
type Sent = Made & { automationId: string | null };

async function sendCampaigns(run: Run, roll: Roll, next: () => Made): Promise<void> {
  for (let campaign = roll(6); campaign > 0; campaign -= 1)
    await sendCampaign(run, roll, { ...next(), automationId: roll(3) === 0 ? randomUUID() : null });
  for (let sequence = roll(3); sequence > 0; sequence -= 1) await startSequence(run, roll, next());
}

/** Its emails leave over some hours, as often as not over midnight; what came back stands in the ledger and in its figures. */
async function sendCampaign(run: Run, roll: Roll, { clientId, at, automationId }: Sent): Promise<void> {
  const begins = new Date(at).toISOString();
  const isStep = automationId !== null;
  const [{ id }] = (await run<{ id: string }>(
    `insert into campaigns (organization_id, client_id, name, status, subject, content, recipients, tracking, campaign_month, sent_at, audience, counts_kept, deleted_at, automation_id, step_id)
     values ($1, $2, 'News ' || new_id(), $3, 'Hi', '{}', '{}', '{}', date_trunc('month', $4::timestamptz)::date, $4, 0, true, $5, $6, $7) returning id`,
    clientId,
    roll(4) === 0 ? 'ACTIVE' : 'COMPLETED',
    begins,
    roll(6) === 0 ? new Date().toISOString() : null,
    ...(isStep ? [automationId, 'welcomea'] : [null, null]),
  )) as [{ id: string }];
  const isReported = roll(2) === 0;
  const emails = Array.from({ length: 1 + roll(40) }, () => ({
    // One of an automation goes on for weeks.
    sent: Math.min(Date.now(), at + roll((isStep ? 40 * 24 : 8) * 3_600_000)),
    isAccepted: roll(8) > 0,
    opened: roll(3) === 0,
    clicked: roll(6) === 0,
    bounced: roll(10) === 0,
    delivered: isReported && roll(4) > 0,
  }));
  const times = (is: (email: (typeof emails)[number]) => boolean) =>
    emails.map((email) => (email.isAccepted && is(email) ? new Date(email.sent).toISOString() : null));
  await run(
    `insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, client_id, receiver, state, sent_at, opened_at, clicked_at, bounced_at, delivered_at)
     select $1, date_trunc('month', $2::timestamptz)::date, $3, new_id(), $4, 'x.example', case when sent_at is null then 'failed' else 'accepted' end, given.*
     from unnest($5::timestamptz[], $6::timestamptz[], $7::timestamptz[], $8::timestamptz[], $9::timestamptz[]) given (sent_at, opened_at, clicked_at, bounced_at, delivered_at)`,
    begins,
    id,
    clientId,
    times(() => true),
    times(({ opened }) => opened),
    times(({ clicked }) => clicked),
    times(({ bounced }) => bounced),
    times(({ delivered }) => delivered),
  );
  await run(
    `update campaigns set stats = (select jsonb_build_object('opened', count(opened_at), 'clicked', count(clicked_at), 'bounced', count(bounced_at), 'delivered', count(delivered_at))
       from campaign_sends where campaign_id = $2) where organization_id = $1 and id = $2`,
    id,
  );
}

/** A campaign without emails of its own: those of the automation with its id are sent for it. */
async function startSequence(run: Run, roll: Roll, { clientId, at }: Made): Promise<void> {
  const [{ id }] = (await run<{ id: string }>(
    `insert into campaigns (organization_id, client_id, name, type, sequence, status, subject, content, recipients, tracking, sent_at, audience, deleted_at)
     values ($1, $2, 'Welcome ' || new_id(), 'SEQUENCE', '[]', $3, 'Hi', '{}', '{}', '{}', $4, 9, $5) returning id`,
    clientId,
    roll(2) === 0 ? 'ACTIVE' : 'COMPLETED',
    new Date(at).toISOString(),
    roll(6) === 0 ? new Date().toISOString() : null,
  )) as [{ id: string }];
  for (let email = roll(3); email > 0; email -= 1) await sendCampaign(run, roll, { clientId, at, automationId: id });
}

async function scanCodes({ ctx, clients }: RandomOrganization, run: Run, roll: Roll) {
  const events: InboxEvent[] = [];
  for (let code = roll(6); code > 0; code -= 1) {
    const [{ id }] = (await run<{ id: string }>(
      `insert into qr_codes (organization_id, client_id, name, short_code, target_url, design)
       values ($1, $2, 'Menu', left(translate(gen_random_uuid()::text, '-0', 'xx'), 10), 'https://example.org', '{}') returning id`,
      clients[roll(3)]!,
    )) as [{ id: string }];
    for (let scan = roll(12); scan > 0; scan -= 1)
      events.push(
        scanOf(ctx, id, { happenedAt: Date.now() - roll(100 * dayMs), signals: roll(4) === 0 ? machine : person }),
      );
  }
  for (const told of [events, events.slice(2)]) await inTransaction(ctx, (ctx) => recordScans(ctx, told, () => null));
}
