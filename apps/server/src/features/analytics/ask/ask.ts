import {
  type AnswerRow,
  type askAnalytics as contract,
  askBreakdowns,
  hasBreakdown,
  isState,
  mostAnswerRows,
} from '@waggle/contracts/ask';
import type { ReplyInput, ServedInput } from '@waggle/contracts/endpoint';
import { askedFigure } from '@waggle/contracts/metrics';
import { findClientNames } from '#features/accounts/index.ts';
import { entitlements } from '#features/plans/index.ts';
import { findCurrency } from '#features/purchases/index.ts';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { refuseComparison } from '../clients.ts';
import { wholeOf } from './figures.ts';
import { askedPeriod } from './period.ts';
import { rowsBy } from './rows.ts';

type Query = ServedInput<typeof contract>['query'];

export async function answerOf(asker: Context, query: Query): Promise<ReplyInput<typeof contract>> {
  const { metric, breakdown } = query;
  const ctx = await refuseUnanswerable(asker, query);
  if (breakdown === 'client') await refuseComparison(ctx);
  if (breakdown === 'source') await refuseSources(ctx);
  const period = await askedPeriod(ctx, query.period ?? '30d');
  const [whole, rows, currency] = await Promise.all([
    wholeOf(ctx, metric, period),
    breakdown ? rowsBy[breakdown](ctx, { metric, period }) : null,
    findCurrency(ctx),
  ]);
  const { unit } = askedFigure(metric);
  const isOrdered = breakdown === 'month' || breakdown === 'status';
  return {
    period: isState(metric) ? null : period.days,
    unit,
    currency,
    ...whole,
    rows: rows && shownRows(rows, { isOrdered, whole: unit === 'percent' ? null : whole.value }),
  };
}

type Asked = { metric: Query['metric'] } & { [Key in 'period' | 'breakdown' | 'clientId']?: Query[Key] | null };

/** Answers who looks: the asker, or the asker at the client that is named. */
export async function refuseUnanswerable(asker: Context, asked: Asked): Promise<Context> {
  refuseUnknown(asked);
  return asked.clientId ? asClient(asker, asked.clientId) : asker;
}

function refuseUnknown({ metric, period, breakdown }: Asked): void {
  if (period && isState(metric))
    throw new Problem('invalid_input', 'Contacts are counted as of now. Leave out the period.');
  if (breakdown && !hasBreakdown(metric, breakdown))
    throw new Problem('invalid_input', `This figure can be broken down by: ${askBreakdowns[metric].join(', ')}.`);
}

async function refuseSources(ctx: Context): Promise<void> {
  const { features } = await entitlements(ctx);
  if (!features.advancedAnalytics)
    throw new Problem('plan_limit', "Your plan doesn't include revenue by source. Upgrade to Plus to use it.");
}

/** The same person looking at one client; whoever is limited to another, or shows another, finds nothing. */
async function asClient(ctx: Context, clientId: string): Promise<Context> {
  const shown = activeClient(ctx);
  const isInSight = (shown === null || shown === clientId) && (await findClientNames(ctx, [clientId])).has(clientId);
  if (!isInSight) throw notFound();
  const { actor } = ctx;
  return { ...ctx, actor: actor.kind === 'user' ? { ...actor, clientId } : { ...actor, clientLimit: clientId } };
}

type Rows = Awaited<ReturnType<(typeof rowsBy)['client']>>;

/** The largest, and what they leave of the whole in one row; a calendar and statuses stay whole and in order. */
function shownRows(rows: Rows, { isOrdered, whole }: { isOrdered: boolean; whole: number | null }): AnswerRow[] {
  const sorted = isOrdered ? rows : rows.toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1));
  const all = sorted.map((row): AnswerRow => ({ kind: 'row', ...row }));
  const none = all.filter(({ kind }) => kind === 'none');
  const named = all.filter(({ kind }) => kind === 'row');
  const shown = [...(isOrdered ? named : named.slice(0, mostAnswerRows)), ...none];
  const left = whole === null ? 0 : whole - shown.reduce((sum, { value }) => sum + (value ?? 0), 0);
  return left === 0 ? shown : [...shown, { kind: 'others', key: 'others', name: null, value: left }];
}
