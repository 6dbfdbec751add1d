import { sql } from 'kysely';
import { backgroundContext } from '../../apps/server/src/platform/background-context.ts';
import { type Context, inTransaction } from '../../apps/server/src/platform/context.ts';
import type { Demo } from './demo.ts';
import type { Account } from './history.ts';

/** One in so many of those who scanned, filled in or clicked something buys. */
const oneIn = 7;
/** Purchases of people nothing is known to have led to the shop, for each account. */
const others = 24;
const hourMs = 3_600_000;

/** What people bought after a scan, a form or a click of the last three months, and some without. Typed in, as a small shop would. */
export async function makePurchases({ database, say, contacts }: Demo, accounts: readonly Account[]): Promise<void> {
  say('Recording the purchases');
  for (const { ask, organizationId } of accounts) {
    const ctx = backgroundContext(database, organizationId, 'demo');
    await inTransaction(ctx, moveTouches);
    const buyers = [...(await findBuyers(ctx)), ...(await findOthers(ctx, contacts ? 2 : others))];
    for (const [at, { id, chance, touchedAt }] of buyers.entries()) {
      const purchasedAt = new Date(Math.min(touchedAt.getTime() + (0.3 + (chance % 60)) * hourMs, Date.now()));
      const amount = (900 + ((chance * 37) % 9_000)) / 100;
      await ask('POST', '/api/purchases', {
        contactId: id,
        amount: amount.toFixed(2),
        currency: 'USD',
        purchasedAt: purchasedAt.toISOString(),
        orderName: `#${1_001 + at}`,
      });
    }
  }
}

/** History was moved back in time by hand; what led to purchases is written anew from it. */
async function moveTouches({ db, organizationId }: Context): Promise<void> {
  await sql`delete from contact_touches where organization_id = ${organizationId}`.execute(db);
  await sql`
    insert into contact_touches (organization_id, contact_id, happened_at, id, client_id, kind, subject_id)
    select organization_id, contact_id, submitted_at, id, client_id, 'form', form_id from form_submissions
    where organization_id = ${organizationId} and contact_id is not null
    union all
    select organization_id, contact_id, touch_at, touch_id, client_id, touch_kind, touch_subject_id from form_submissions
    where organization_id = ${organizationId} and contact_id is not null and touch_kind = 'scan'
    union all
    select events.organization_id, sends.contact_id, events.happened_at, events.id, events.client_id, 'click', events.subject_id
    from engagement_events events
    join campaign_sends sends on sends.organization_id = events.organization_id and sends.campaign_id = events.subject_id and sends.id = events.send_id
    where events.organization_id = ${organizationId} and events.kind = 'clicked' and events.label = 'human'
    on conflict do nothing`.execute(db);
}

type Buyer = { id: string; chance: number; touchedAt: Date };

/** The same people in every demo: an address decides, which has no chance in it. */
const chance = sql`(('x' || substr(md5(contacts.email), 1, 6))::bit(24)::int)`;

async function findBuyers({ db, organizationId }: Context): Promise<Buyer[]> {
  const { rows } = await sql<Buyer>`
    select contacts.id, ${chance} as chance, max(touch.happened_at) as "touchedAt"
    from contact_touches touch join contacts on contacts.organization_id = touch.organization_id and contacts.id = touch.contact_id
    where touch.organization_id = ${organizationId} and touch.happened_at < now() - interval '1 hour' and ${chance} % ${oneIn} = 0
    group by contacts.id, contacts.email order by 3, contacts.email limit 400`.execute(db);
  return rows;
}

async function findOthers({ db, organizationId }: Context, limit: number): Promise<Buyer[]> {
  const { rows } = await sql<Buyer>`
    select contacts.id, ${chance} as chance, now() - make_interval(days => ${chance} % 80) as "touchedAt" from contacts
    where contacts.organization_id = ${organizationId} and not exists (
      select from contact_touches touch where touch.organization_id = contacts.organization_id and touch.contact_id = contacts.id)
    order by md5(contacts.email) limit ${limit}`.execute(db);
  return rows;
}
