import { type Tier, tiers } from '@waggle/contracts/plans';
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assemble } from '../../src/features.ts';
import { billing } from '../../src/features/billing/feature.ts';
import { lookAtStripe } from '../../src/features/billing/look/look.ts';
import { StripeEvent, takeEvent } from '../../src/features/billing/webhook/take-event.ts';
import type { Context } from '../../src/platform/context.ts';
import { createLog } from '../../src/platform/log.ts';
import { incomplete, intentIn, upgrade } from '../fake-stripe/test-client.ts';
import { isNightly } from '../harness/cases.ts';
import { randomFrom } from '../harness/random.ts';
import { type BillingScene, startBilling } from './scene.ts';

const rounds = isNightly ? 2_000 : 100;

let scene: BillingScene;
let parts: ReturnType<typeof billing.create>;
beforeAll(async () => {
  scene = await startBilling({ workers: false });
  await scene.fake.control.setDelivery('hold');
  const { config, database } = scene.api;
  const made = assemble({ config, database, log: createLog({ LOG_LEVEL: 'silent' }, 'test') });
  parts = made.partsOf(billing);
});
afterAll(() => scene.close());

type Round = { random: () => number; customer: string; ctx: Context };

/** An organization and its customer, without the people of a real one. */
async function newRound(seed: number): Promise<Round> {
  const { id: customer } = await scene.stripe.customers.create({ email: `round${seed}@billing.example` });
  const { rows } = await scene.api.db.owner.query<{ id: string }>(
    `with made as (insert into organizations (id, name, type) values (new_id(), 'Round', 'BUSINESS') returning id)
     insert into billing_accounts (organization_id, stripe_customer_id) select id, $1 from made returning organization_id as id`,
    [customer],
  );
  const organizationId = rows[0]!.id;
  const db = scene.api.database.tenant({ organizationId });
  return {
    random: randomFrom(seed),
    customer,
    ctx: { db, organizationId, actor: { kind: 'job', name: 'test' }, now: () => new Date() },
  };
}

const subscriptionsOf = async ({ customer }: Round) =>
  (await scene.stripe.subscriptions.list({ customer, status: 'all', limit: 100 })).data;

/** Something that happens at Stripe: somebody buys, raises or ends a plan, or begins to and does not pay. */
async function live(round: Round): Promise<void> {
  const { random, customer } = round;
  const { core, plus } = scene.fake.prices;
  const price = random() < 0.5 ? core : plus;
  const active = (await subscriptionsOf(round)).filter(({ status }) => status === 'active');
  const [own] = active;
  const dice = random();
  if (own && dice < 0.35) return void (await scene.stripe.subscriptions.cancel(own.id));
  if (own && dice < 0.65) return void (await scene.stripe.subscriptions.update(own.id, upgrade(own, price)));
  const made = await scene.stripe.subscriptions.create(incomplete(customer, price));
  // What a credit of an earlier plan covers has nothing left to pay.
  const intent = intentIn(made);
  if (intent && random() < 0.8) await scene.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
}

/** In any order, some twice; a worker looks for each one that is new, and looks pass each other. */
async function report({ random, ctx }: Round, events: readonly Stripe.Event[]): Promise<Promise<void>[]> {
  const looks: Promise<void>[] = [];
  const told = [...events, ...events.filter(() => random() < 0.3)];
  for (const event of shuffled(told, random))
    if ((await takeEvent(scene.api.database, StripeEvent.parse(event))) === 'taken') {
      const look = lookAtStripe(parts, ctx);
      looks.push(look);
      if (random() < 0.5) await look;
    }
  return looks;
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

async function expected(round: Round): Promise<Tier> {
  const live = (await subscriptionsOf(round)).filter(({ status }) => status === 'active');
  const owned = live.map(({ items }) => parts.prices.tierOf(items.data[0]!.price.id) ?? 'lite');
  return tiers[Math.max(0, ...owned.map((tier) => tiers.indexOf(tier)))]!;
}

test(
  `F25: ${rounds} histories, told late, twice and in any order, end in what is live`,
  { timeout: 900_000 },
  async () => {
    const wrong: string[] = [];
    for (let seed = 1; seed <= rounds; seed += 1) {
      const round = await newRound(seed);
      const waiting: Stripe.Event[] = [];
      const looks: Promise<void>[] = [];
      for (let steps = 2 + Math.floor(round.random() * 2); steps > 0; steps -= 1) {
        await live(round);
        waiting.push(...(await held()));
        // Some are told at once, others days later.
        const now = waiting.splice(0, Math.floor(round.random() * (waiting.length + 1)));
        looks.push(...(await report(round, now)));
      }
      looks.push(...(await report(round, waiting)));
      await Promise.all(looks);
      const { rows } = await scene.api.db.owner.query<{ tier: string }>(
        'select subscription_tier as tier from organizations where id = $1',
        [round.ctx.organizationId],
      );
      const wanted = await expected(round);
      if (rows[0]!.tier !== wanted) wrong.push(`${seed}: ${rows[0]!.tier} instead of ${wanted}`);
    }
    expect(wrong).toEqual([]);
  },
);

/** What Stripe would report now. Without an address, delivering takes them off the list and does nothing else. */
async function held(): Promise<Stripe.Event[]> {
  const events = await scene.fake.control.held();
  await scene.fake.control.deliver([]);
  return events;
}
