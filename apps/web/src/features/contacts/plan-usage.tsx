import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Progress } from '#ui/progress.tsx';
import { summaryQuery } from './queries.ts';

/** From here on people are warned before the plan is full. */
const nearlyFull = 0.8;

export type Fullness = 'roomy' | 'nearly' | 'full';

export function fullnessOf(counted: number, limit: number | null): Fullness {
  if (limit === null) return 'roomy';
  if (counted >= limit) return 'full';
  return counted >= limit * nearlyFull ? 'nearly' : 'roomy';
}

const tones = { roomy: 'ink', nearly: 'warning', full: 'warning' } as const;

/** How many contacts of the plan are used; nothing where the plan has no limit. */
export function PlanUsage() {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const { data } = useQuery(summaryQuery);
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
