import type { listClientFigures } from '@waggle/contracts/control-room';
import type { ReplyInput, ServedInput } from '@waggle/contracts/endpoint';
import type { Context } from '#platform/context.ts';
import { pageOfKnown } from '#platform/keyset.ts';
import { presentClient } from '../../accounts/index.ts';
import { percentOf } from '../../engagement/index.ts';
import type { Settings } from '../../settings/index.ts';
import { healthOf } from './health.ts';
import { logoUrl, readClients } from './clients.ts';
import { orderOf } from './order.ts';
import { withoutSnoozed } from './snoozes.ts';
import { readStates } from './states.ts';
import { trendsOf } from './trends.ts';

type Query = ServedInput<typeof listClientFigures>['query'];

/** Every client is known when one is asked for: the order is that of figures, which no index has. */
export async function listClients(
  settings: Settings,
  ctx: Context,
  { search, health, sort, ...place }: Query,
): Promise<ReplyInput<typeof listClientFigures>> {
  const clients = await readClients(ctx);
  const { figures, reasons, sums, at } = await readStates(ctx, clients);
  const openOf = await withoutSnoozed(ctx, reasons);
  const rows = clients.flatMap((client) => {
    const own = figures.get(client.id);
    const { open, snoozedUntil } = openOf(client.id);
    const kinds = open.map(({ kind }) => kind);
    return own ? [{ id: client.id, client, figures: own, reasons: kinds, health: healthOf(kinds), snoozedUntil }] : [];
  });
  const typed = search?.toLocaleLowerCase();
  const matching = rows.filter(
    (row) =>
      (health === undefined || row.health === health) &&
      (typed === undefined || row.client.name.toLocaleLowerCase().includes(typed)),
  );
  const { placeOf, descending } = orderOf(sort);
  const { items, nextCursor } = pageOfKnown(matching, place, placeOf, descending);
  const trends = await trendsOf(
    ctx,
    items.map(({ id, figures: { contacts, growth } }) => ({ id, contacts, growth })),
  );
  return {
    items: items.map(({ client, figures: own, ...row }) => ({
      ...presentClient(client),
      logoUrl: logoUrl(settings, client),
      health: row.health,
      reasons: row.reasons,
      snoozedUntil: row.snoozedUntil?.toISOString() ?? null,
      contacts: own.contacts,
      planShare: sums.limit === null ? null : percentOf(own.counted, sums.limit),
      growth: own.growth,
      trend: trends.get(client.id)!,
      lastSentAt: own.lastSentAt?.toISOString() ?? null,
      bounceRate: own.bounceRate,
      complaintRate: own.complaintRate,
      revenue: own.revenue,
      revenueChange: own.revenueChange,
    })),
    nextCursor,
    total: matching.length,
    sums,
    at: at.toISOString(),
  };
}
