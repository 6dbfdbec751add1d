import { activeCampaignsNow, cohortTotals, firstOpenTotals } from '#features/campaigns/index.ts';
import { contactArrivals, contactsNow } from '#features/contacts/index.ts';
import {
  type Changes,
  findTimezone,
  firstKeptDay,
  metric,
  scanTotals,
  type Source,
  startOfDay,
} from '#features/engagement/index.ts';
import { activeFormsNow } from '#features/forms/index.ts';
import { purchaseTotals } from '#features/purchases/index.ts';
import type { Context } from '#platform/context.ts';

const dayMs = 86_400_000;
const { contactsCreated, contactsChange, contactsJoined, contactsLeft, activeFormsChange, activeCampaignsChange } =
  metric.total;
const { revenue, purchases } = metric.total;

/** Totals that rows tell to the quarter of an hour. */
export async function rowSources(ctx: Context): Promise<Source[]> {
  const from = startOfDay(await findTimezone(ctx), firstKeptDay(ctx.now()));
  const to = (Math.floor(ctx.now().getTime() / dayMs) + 2) * dayMs;
  return [
    scanTotals(ctx, { from, to }),
    firstOpenTotals(ctx, { from, to }),
    { metrics: [contactsCreated], span: null, counted: contactArrivals(ctx) },
    { metrics: [revenue, purchases], span: null, counted: purchaseTotals(ctx) },
    { metrics: Object.values(metric.sentEmail), span: null, counted: cohortTotals(ctx) },
  ];
}

/** Totals of changes, which only come to what there is. */
export const changeSources = (ctx: Context): Changes[] => [
  {
    metrics: [{ metric: contactsChange }, { metric: contactsJoined, gone: contactsLeft }],
    counted: contactsNow(ctx),
  },
  { metrics: [{ metric: activeFormsChange }], counted: activeFormsNow(ctx) },
  { metrics: [{ metric: activeCampaignsChange }], counted: activeCampaignsNow(ctx) },
];
