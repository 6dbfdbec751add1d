import { useQuery } from '@tanstack/react-query';
import type { Goal, GoalMetric } from '@waggle/contracts/goals';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { useMoney } from '#lib/money.ts';
import type { ChartGoal } from '#ui/chart-series.tsx';
import { goalsQuery } from './queries.ts';

export type ShownGoal = {
  goal: Goal;
  /** For the drawing of a chart and its file. */
  line: ChartGoal;
  /** For those who do not see it, and where there is no chart. */
  sentence: string;
  /** How far a figure is on the way; undefined while nothing is known of it. */
  progress: (reached: number | null) => string | undefined;
};

/** Goals are the team's own: guests see figures without them. */
export const useGoals = () => useQuery({ ...goalsQuery, enabled: useHolds('dashboard:read') });

/** The goal of a metric in words; undefined where there is none. */
export function useGoalWords(metric: GoalMetric): ShownGoal | undefined {
  const { t } = useTranslation('goals');
  const format = useFormat();
  const amount = useGoalAmount(metric);
  const { data } = useGoals();
  const goal = data?.items.find((one) => one.metric === metric);
  if (!data || !goal) return undefined;
  const target = amount(goal.target);
  const reached = data.reached[metric];
  const of = { target, reached: reached === null ? '' : amount(reached) };
  const said = metric === 'contacts' ? 'sentence.now' : 'sentence.month';
  return {
    goal,
    line: { value: goal.target, label: t('line', { target }) },
    sentence: t(reached === null ? 'sentence.none' : said, of),
    progress: (now) => (now === null ? undefined : t('progress', { part: format.wholePercent(now / goal.target) })),
  };
}

/** A number of the metric as people write it. */
export function useGoalAmount(metric: GoalMetric): (value: number) => string {
  const format = useFormat();
  const money = useMoney({ brief: true });
  const currency = useGoals().data?.currency ?? 'USD';
  if (metric === 'revenue') return (value) => money(value, currency);
  if (metric !== 'open-rate') return format.number;
  return (value) => (Number.isInteger(value) ? format.wholePercent(value / 100) : format.percent(value / 100));
}
