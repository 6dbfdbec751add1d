import type { Context } from '#platform/context.ts';
import type { InboxEvent } from '#platform/inbox/event.ts';
import { recordOrders, recordRefund } from '../record-orders.ts';
import { OrderReport } from './inbox-kinds.ts';
import { findShopClients, noteReport } from './queries.ts';
import { readReport } from './reports.ts';

/** Orders of shops, one report after the other: a refund may be told right after what was bought. */
export async function recordReports(ctx: Context, events: readonly InboxEvent[]): Promise<void> {
  const clients = await findShopClients(ctx, [...new Set(events.map(({ subjectId }) => subjectId))]);
  for (const { subjectId: scope, signals } of events) {
    const clientId = clients.get(scope);
    // Of a shop that was disconnected meanwhile nothing is kept.
    if (clientId === undefined) continue;
    const report = OrderReport.parse(signals.order);
    const reported = readReport(report, ctx.now());
    if (reported.what === 'order')
      await recordOrders(ctx, [{ ...reported, scope, clientId, source: report.kind, createdBy: null }]);
    if (reported.what === 'refund') await recordRefund(ctx, { ...reported, scope, clientId });
    if (reported.what !== 'nothing')
      await noteReport(ctx, scope, reported.what === 'unusable' ? { error: reported.why } : { orderAt: ctx.now() });
  }
}
