import { useQuery } from '@tanstack/react-query';
import { contactLimits } from '@waggle/contracts/plans';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useTier } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { Progress } from '#ui/progress.tsx';
import { summaryQuery } from './queries.ts';

/** Shares of the plan from which on people are warned; at 90 percent the bar changes its color too. */
const warnedFrom = 0.75;
const nearlyFrom = 0.9;

export type Fullness = 'roomy' | 'warned' | 'nearly' | 'full';

export function fullnessOf(counted: number, limit: number | null): Fullness {
  if (limit === null || counted < limit * warnedFrom) return 'roomy';
  if (counted >= limit) return 'full';
  return counted >= limit * nearlyFrom ? 'nearly' : 'warned';
}

const tones = { roomy: 'ink', warned: 'ink', nearly: 'warning', full: 'warning' } as const;

/** How many contacts of the plan are used; nothing where the plan has no limit. */
export function PlanUsage() {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const { data, refetch } = useQuery(summaryQuery);
  const ofPlan = contactLimits[useTier()];
  const known = data?.limit;
  // Another plan is in force since this was read.
  useEffect(() => {
    if (known !== undefined && known !== ofPlan) void refetch();
  }, [known, ofPlan, refetch]);
  if (!data || data.limit === null) return null;

  const fullness = fullnessOf(data.counted, data.limit);
  return (
    <Progress
      value={data.counted}
      max={data.limit}
      tone={tones[fullness]}
      label={t('usage.label')}
      caption={t('usage.used', { used: format.number(data.counted), limit: format.number(data.limit) })}
      captionEnd={
        fullness === 'full' ? <span className="font-medium text-warning-text">{t('usage.full')}</span> : t('usage.unit')
      }
      className="mx-5 mb-3 shrink-0"
    />
  );
}
