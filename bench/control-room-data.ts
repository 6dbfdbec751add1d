// What the data of Analytics lacks for a control room: purchases; and whether its figures are those that the clients see themselves.
import type pg from 'pg';
import type { Figure } from './figures.ts';
import { openSession } from './signed-in.ts';

/** A tenth of the contacts of the agency bought something in the last 60 days, with the totals that the trigger would have kept. */
export async function addPurchases(owner: pg.Client): Promise<void> {
  await owner.query(`
    insert into purchases (organization_id, client_id, contact_id, source, order_scope, order_hash, paid_amount, paid_currency, amount, purchased_at)
    select organization_id, client_id, id, 'file', organization_id, sha256(id::text::bytea), paid, 'USD', paid, now() - random() * interval '60 days'
    from contacts cross join lateral (select 1000 + abs(hashtext(id::text)) % 9000 as paid) price
    where organization_id = bench.id_of('organization', 0) and abs(hashtext(id::text)) % 10 = 0`);
  await owner.query(`
    select public.add_totals(array_agg(organization_id), array_agg(client_id), array_agg(metric), array_agg(at), array_agg(total)) from (
      select organization_id, client_id, line.metric::smallint as metric, date_bin('15 minutes', purchased_at, timestamptz '2000-01-01 00:00:00+00') as at, sum(line.total)::bigint as total
      from purchases cross join lateral (values (60, amount), (61, 1)) line (metric, total) group by 1, 2, 3, 4
    ) lines`);
  await owner.query('vacuum analyze purchases');
  await owner.query('vacuum analyze metric_totals');
}

type Asked = { origin: string; cookie: string; owner: pg.Pool; organizationId: string };
type Shown = { id: string; contacts: number; growth: number; bounceRate: number | null };

/** Ten clients of the first page, against the Analytics of somebody who looks at that client alone. */
export async function compareWithClients({ origin, cookie, owner, organizationId }: Asked): Promise<Figure> {
  const get = async <Reply>(path: string, own: string): Promise<Reply> =>
    (await (await fetch(`${origin}${path}`, { headers: { cookie: own } })).json()) as Reply;
  const { items } = await get<{ items: Shown[] }>('/api/dashboard/clients?limit=10', cookie);
  let differences = 0;
  for (const { id, contacts, growth, bounceRate } of items) {
    const session = await openSession({ owner }, organizationId, id);
    const own = await get<{ contacts: { value: number }; performance: { sent: number; bounced: number } }>(
      '/api/analytics?period=30d',
      session,
    );
    const { days, previous } = await get<{ days: { total: number }[]; previous: number[] | null }>(
      '/api/dashboard/contact-growth?range=30d',
      session,
    );
    const { sent, bounced } = own.performance;
    const isSame =
      own.contacts.value === contacts &&
      days.at(-1)!.total - (previous?.at(-1) ?? 0) === growth &&
      Math.abs((sent > 0 ? (100 * bounced) / sent : 0) - (bounceRate ?? 0)) < 1e-6;
    if (!isSame) differences += 1;
  }
  return { values: { compared_clients: items.length, differences }, ok: items.length > 0 && differences === 0 };
}
