import type { ReplyInput } from '@waggle/contracts/endpoint';
import type { Goal, GoalMetric, listGoals as contract } from '@waggle/contracts/goals';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { countContacts } from '../../contacts/index.ts';
import { findTimezone, metric, percentOf, sumTotals } from '../../engagement/index.ts';
import { findCurrency, hasPurchases } from '../../purchases/index.ts';
import { thisMonth } from '../periods.ts';
import * as queries from './queries.ts';

type Reply = ReplyInput<typeof contract>;

export async function listGoals(ctx: Context): Promise<Reply> {
  const [rows, reached, currency] = await Promise.all([queries.findGoals(ctx), reachedIn(ctx), findCurrency(ctx)]);
  return { items: rows.map(present), reached, currency };
}

export const setGoal = async (ctx: Context, typed: { metric: GoalMetric; target: number }): Promise<Goal> =>
  present(await queries.upsertGoal(ctx, typed));

export async function deleteGoal(ctx: Context, id: string): Promise<void> {
  if (!(await queries.deleteGoal(ctx, id))) throw notFound();
}

const present = ({ id, metric, target, client_id }: Awaited<ReturnType<typeof queries.upsertGoal>>): Goal => ({
  id,
  metric,
  target,
  clientId: client_id,
});

const { contactsCreated, revenue } = metric.total;
const { opened, delivered } = metric.sentEmail;
const { scans } = metric.scan;

async function reachedIn(ctx: Context): Promise<Reply['reached']> {
  const month = thisMonth(await findTimezone(ctx), ctx.now().getTime());
  const [contacts, sums, hasSold] = await Promise.all([
    countContacts(ctx),
    sumTotals(ctx, [contactsCreated, opened, delivered, scans, revenue], [month]),
    hasPurchases(ctx),
  ]);
  return {
    contacts: contacts.all,
    'new-contacts': sums[contactsCreated][0]!,
    'open-rate': percentOf(sums[opened][0]!, sums[delivered][0]!),
    scans: sums[scans][0]!,
    revenue: hasSold ? sums[revenue][0]! : null,
  };
}
