import type { ListedForm } from '@waggle/contracts/forms';
import type { Context } from '#platform/context.ts';
import { findTrends, findVisits } from './figure-queries.ts';

const weeks = 8;
const dayMs = 86_400_000;

type Lately = Pick<ListedForm, 'trend' | 'completion'>;

/** What lately came of the forms of a page, in two questions for all of them. */
export async function latelyOf(ctx: Context, formIds: readonly string[]): Promise<(formId: string) => Lately> {
  if (formIds.length === 0) return () => ({ trend: [], completion: null });
  const today = new Date(Math.floor(ctx.now().getTime() / dayMs) * dayMs);
  const [counted, visits] = await Promise.all([findTrends(ctx, formIds, today), findVisits(ctx, formIds)]);
  const trends = new Map(formIds.map((formId) => [formId, Array.from({ length: weeks }, () => 0)]));
  for (const { form_id, week, submissions } of counted) trends.get(form_id)![weeks - 1 - week] = Number(submissions);
  const completions = new Map(
    visits.map(({ form_id, views, submissions }) => [form_id, share(Number(submissions), Number(views))]),
  );
  return (formId) => ({ trend: trends.get(formId) ?? [], completion: completions.get(formId) ?? null });
}

/** Who answers without having been counted as a visit, as before visits were counted, makes no share of more than all. */
const share = (submissions: number, views: number) => (views === 0 ? null : Math.min(submissions / views, 1));
