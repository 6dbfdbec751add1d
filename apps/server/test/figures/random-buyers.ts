import { randomUUID } from 'node:crypto';
import { recordTouches, removeTouches } from '../../src/features/purchases/index.ts';
import type { Context } from '#platform/context.ts';
import type { InboxHarness } from '../harness/inbox-harness.ts';
import { randomFrom } from '../harness/random.ts';

export type Touch = { id: string; contactId: string; kind: 'scan' | 'form' | 'click'; subjectId: string; at: number };
export type Bought = { contactId: string | null; clientId: string | null; at: number; amount: number };
export type Buyers = {
  ctx: Context;
  timezone: string;
  clients: string[];
  clientOf: Map<string, string | null>;
  touches: Touch[];
  purchases: Bought[];
};

const zones = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Chatham'];
const dayMs = 86_400_000;
const kinds = ['scan', 'form', 'click'] as const;

/** People of two clients and of none who touch things and buy. Purchases are told before and after what led to them; some of either is taken back. */
export async function randomBuyers(harness: InboxHarness, seed: number): Promise<Buyers> {
  const random = randomFrom(seed);
  const roll = (below: number) => Math.floor(random() * below);
  const pick = <Choice>(choices: readonly Choice[]): Choice => choices[roll(choices.length)]!;
  const timezone = zones[seed % zones.length]!;
  const ctx = await harness.organization(timezone);
  const run = async (text: string, ...values: unknown[]) =>
    (await harness.owner.query<{ id: string }>(text, [ctx.organizationId, ...values])).rows[0]?.id ?? '';
  await run(`update organizations set subscription_tier = 'plus' where id = $1`);
  const addClient = `insert into clients (organization_id, name) values ($1, $2) returning id`;
  const clients = [await run(addClient, 'One'), await run(addClient, 'Two')];
  const clientOf = new Map<string, string | null>();
  for (let person = 0; person < 6; person += 1) {
    const clientId = pick([null, ...clients]);
    const add = `insert into contacts (organization_id, client_id, email) values ($1, $2, 'p' || new_id() || '@x.example') returning id`;
    clientOf.set(await run(add, clientId), clientId);
  }
  const subjects = kinds.map(() => [randomUUID(), randomUUID(), randomUUID()]);
  const people = [...clientOf.keys()];
  const made: Buyers = { ctx, timezone, clients, clientOf, touches: [], purchases: [] };

  const touch = async () => {
    const kind = roll(3);
    const [contactId, subjectId] = [pick(people), pick(subjects[kind]!)];
    const one = { id: randomUUID(), contactId, kind: kinds[kind]!, subjectId, at: Date.now() - roll(20 * dayMs) };
    await recordTouches(ctx, [one]);
    if (roll(6) === 0) await removeTouches(ctx, [one]);
    else made.touches.push(one);
  };
  const buy = async () => {
    const [contactId, paid] = [roll(5) === 0 ? null : pick(people), 1 + roll(9_999)];
    const clientId = contactId === null ? pick([null, ...clients]) : clientOf.get(contactId)!;
    const at = Date.now() - roll(15 * dayMs);
    const id = await run(
      `insert into purchases (organization_id, client_id, contact_id, source, order_scope, order_hash, paid_amount, paid_currency, amount, purchased_at)
       values ($1, $2, $3, 'file', $1, sha256(new_id()::text::bytea), $4, 'USD', $4, $5) returning id`,
      clientId,
      contactId,
      paid,
      new Date(at).toISOString(),
    );
    const refunded = pick([0, 0, roll(paid), paid]);
    await run(
      `update purchases set refunded_amount = $3::bigint, amount = paid_amount - $3::bigint where organization_id = $1 and id = $2`,
      id,
      refunded,
    );
    made.purchases.push({ contactId, clientId, at, amount: paid - refunded });
  };
  for (let step = roll(60); step > 0; step -= 1) await (roll(3) === 0 ? buy() : touch());
  return made;
}
