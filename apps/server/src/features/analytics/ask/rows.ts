import type { AnswerRow, AskBreakdown, AskMetric } from '@waggle/contracts/ask';
import { mostComparedClients } from '@waggle/contracts/analytics';
import { contactStatuses } from '@waggle/contracts/contacts';
import { findActiveClients } from '#features/accounts/index.ts';
import { findSentCampaigns, sumCampaigns, sumCampaignsByClient, sumSteps } from '#features/campaigns/index.ts';
import { countCreatedByStatus, tallyByClient, tallyByStatus } from '#features/contacts/index.ts';
import { sumTotals, sumTotalsByClient } from '#features/engagement/index.ts';
import { findScannedCodes } from '#features/links/index.ts';
import { findRevenueSources } from '#features/purchases/index.ts';
import type { Context } from '#platform/context.ts';
import { monthsOf } from '../months.ts';
import { spanOf } from '../period.ts';
import { emailFigure, type EmailMetric, isKept, keptTotals } from './figures.ts';
import type { AskedPeriod } from './period.ts';

type Asked = { metric: AskMetric; period: AskedPeriod };
type Row = Pick<AnswerRow, 'key' | 'name' | 'value'> & { kind?: AnswerRow['kind'] };

/** Each breakdown, by the functions that the tabs of Analytics read. In the order of the calendar or of statuses, or unordered. */
export const rowsBy: Record<AskBreakdown, (ctx: Context, asked: Asked) => Promise<Row[]>> = {
  async status(ctx, { metric, period }) {
    const counted = metric === 'contacts' ? await tallyByStatus(ctx) : await countCreatedByStatus(ctx, period.span);
    const known = new Map(counted.map(({ status, contacts }) => [status, contacts]));
    return contactStatuses.map((status) => ({ key: status, name: null, value: known.get(status) ?? 0 }));
  },
  async campaign(ctx, { metric, period }) {
    // Emails of automations are no campaigns in the list, and part of the whole.
    const steps = await sumSteps(ctx, period.span);
    const rows: Row[] = steps.map((step) => ({
      key: step.id,
      name: step.name,
      value: emailFigure(metric as EmailMetric, step),
    }));
    let cursor: string | undefined;
    do {
      const page = await findSentCampaigns(ctx, period.span, { cursor, limit: 1_000 });
      for (const campaign of page.items)
        rows.push({ key: campaign.id, name: campaign.name, value: emailFigure(metric as EmailMetric, campaign) });
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return rows;
  },
  async code(ctx, { period }) {
    const { items } = await findScannedCodes(ctx, period.scanDays, { limit: 100 });
    return items.map(({ id, name, scans }) => ({ key: id, name, value: scans }));
  },
  async source(ctx, { period }) {
    const sources = await findRevenueSources(ctx, period.span);
    // What has no subject of its own, and is not nothing, is part of what the rows leave of the whole.
    return sources.flatMap(({ kind, subjectId, name, last }) =>
      kind !== 'none' && subjectId === null
        ? []
        : [{ kind: kind === 'none' ? ('none' as const) : ('row' as const), key: subjectId ?? kind, name, value: last }],
    );
  },
  async client(ctx, asked) {
    const clients = await findActiveClients(ctx, mostComparedClients);
    const values = await valuesByClient(
      ctx,
      clients.map(({ id }) => id),
      asked,
    );
    const none = asked.metric.endsWith('-rate') ? null : 0;
    return clients.map(({ id, name }) => ({ key: id, name, value: values.get(id) ?? none }));
  },
  async month(ctx, { metric, period }) {
    const months = monthsOf(period.days);
    const values = await valuesByMonth(
      ctx,
      metric,
      months.map((days) => ({ days, span: spanOf(period.timezone, days) })),
    );
    return months.map(({ month }, at) => ({ key: month, name: null, value: values[at] ?? null }));
  },
};

async function valuesByClient(
  ctx: Context,
  clientIds: readonly string[],
  { metric, period }: Asked,
): Promise<Map<string, number | null>> {
  if (metric === 'contacts') return tallyByClient(ctx);
  if (isKept(metric)) {
    const totals = await sumTotalsByClient(ctx, clientIds, keptTotals[metric], [period.span]);
    return new Map([...totals].map(([id, [total = 0]]) => [id, total]));
  }
  const sums = await sumCampaignsByClient(ctx, period.span);
  return new Map(
    sums.map((of) => [of.clientId, metric === 'campaigns' ? of.campaigns : emailFigure(metric, of)] as const),
  );
}

type Stretch = Pick<AskedPeriod, 'days' | 'span'>;

async function valuesByMonth(ctx: Context, metric: AskMetric, months: readonly Stretch[]): Promise<(number | null)[]> {
  const spans = months.map(({ span }) => span);
  if (isKept(metric)) {
    const total = keptTotals[metric];
    return (await sumTotals(ctx, [total], spans))[total];
  }
  const sums = await sumCampaigns(ctx, spans);
  return sums.map((of) => (metric === 'campaigns' ? of.campaigns : emailFigure(metric as EmailMetric, of)));
}
