import { useQuery } from '@tanstack/react-query';
import { contactLimits } from '@waggle/contracts/plans';
import { Gauge } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ComparePlans, useNextTier, usePlanName, useTier } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { PlanBand } from './plan-band.tsx';
import { fullnessOf } from './plan-usage.tsx';
import { summaryQuery } from './queries.ts';

/** Why nobody can be added now; undefined while there is room. */
export function useNoRoom(): string | undefined {
  const { t } = useTranslation('contacts');
  const nameOf = usePlanName();
  const own = useTier();
  const { data } = useQuery(summaryQuery);
  if (!data || fullnessOf(data.counted, data.limit) !== 'full') return undefined;
  return t('limit.reason', { plan: nameOf(own) });
}

/** One quiet line while the plan fills up; when it is full, what still works and the way on. */
export function PlanLimit() {
  const { data } = useQuery(summaryQuery);
  if (!data || data.limit === null) return null;
  const fullness = fullnessOf(data.counted, data.limit);
  if (fullness === 'roomy') return null;
  const Shown = fullness === 'full' ? PlanBand : PlanLine;
  return (
    <div className="shrink-0 px-7 pt-4 pb-1.5 max-xl:px-5 max-lg:px-4">
      <Shown used={data.counted} limit={data.limit} />
    </div>
  );
}

function PlanLine({ used, limit }: { used: number; limit: number }) {
  const { t } = useTranslation('contacts');
  const { number } = useFormat();
  const nameOf = usePlanName();
  const own = useTier();
  const next = useNextTier();
  const more = next && contactLimits[next];
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      <Gauge aria-hidden className="size-4 text-subtle" />
      <span>{t('limit.used', { used: number(used), limit: number(limit), plan: nameOf(own) })}.</span>
      {next && (
        <span>
          {typeof more === 'number'
            ? t('limit.next', { plan: nameOf(next), limit: number(more) })
            : t('limit.nextUnlimited', { plan: nameOf(next) })}
        </span>
      )}
      <ComparePlans />
    </p>
  );
}
