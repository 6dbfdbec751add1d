import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlanName } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { useMoney } from '#lib/money.ts';
import { cx } from '#ui/class-names.ts';
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';
import { useIsPhone } from '#ui/use-media-query.ts';
import { Change } from './change.tsx';
import type { AgencySums } from './queries.ts';

/** Four figures beside each other; three of them under the header of a phone. */
export function AgencyFigures({ sums }: { sums: AgencySums | undefined }) {
  const { t } = useTranslation('control-room');
  const isPhone = useIsPhone();
  const frame = cx(
    'grid',
    isPhone
      ? 'grid-cols-3 border-b border-line bg-sunken'
      : 'grid-cols-4 overflow-hidden rounded-lg border border-line-strong bg-surface shadow-xs max-lg:grid-cols-2',
  );
  if (!sums) {
    return (
      <SkeletonGroup className={frame}>
        {(isPhone ? [1, 2, 3] : [1, 2, 3, 4]).map((place) => (
          <span key={place} className="block px-4.5 py-3">
            <Skeleton width="60%" />
            <Skeleton width="40%" className="mt-3 mb-1 h-4!" />
          </span>
        ))}
      </SkeletonGroup>
    );
  }
  return (
    <dl aria-label={t('figures.label')} className={frame}>
      <Figures sums={sums} isPhone={isPhone} />
    </dl>
  );
}

function Figures({ sums, isPhone }: { sums: AgencySums; isPhone: boolean }) {
  const { t } = useTranslation('control-room');
  const format = useFormat();
  const money = useMoney({ brief: true });
  const planOf = useLimitWords();
  const { revenue, revenueChange } = sums;
  return (
    <>
      <Figure label={t('figures.contacts')} value={format.number(sums.contacts)}>
        {!isPhone && planOf(sums)}
      </Figure>
      {!isPhone && (
        <Figure label={t('figures.emails')} value={format.number(sums.sent)}>
          {sums.deliveredRate !== null && t('figures.delivered', { rate: format.rate(sums.deliveredRate) })}
        </Figure>
      )}
      <Figure label={t(isPhone ? 'figures.growthBrief' : 'figures.growth')} value={format.signed(sums.growth)}>
        {!isPhone &&
          t('figures.growing', { growing: format.number(sums.growing), clients: format.number(sums.clients) })}
      </Figure>
      <Figure
        label={t(isPhone ? 'figures.revenueBrief' : 'figures.revenue')}
        value={revenue === null ? '–' : money(revenue, sums.currency)}
      >
        {!isPhone && revenueChange !== null && (
          <>
            <Change percent={revenueChange} /> {t('figures.change')}
          </>
        )}
      </Figure>
    </>
  );
}

/** How much of the plan is used. Nothing without a limit; both numbers where not all contacts count. */
function useLimitWords() {
  const { t } = useTranslation('control-room');
  const { number } = useFormat();
  const planName = usePlanName();
  return ({ contacts, counted, limit, tier }: AgencySums): string | null => {
    if (limit === null) return null;
    const words = { limit: number(limit), plan: planName(tier) };
    return counted === contacts
      ? t('figures.ofLimit', words)
      : t('figures.countedOfLimit', { ...words, counted: number(counted) });
  };
}

type FigureProps = { label: string; value: string; children?: ReactNode };

const Figure = ({ label, value, children }: FigureProps) => (
  <div className="min-w-0 border-line px-4.5 py-2.5 not-first:border-l max-lg:[&:nth-child(3)]:border-l-0 max-md:px-4 max-md:[&:nth-child(3)]:border-l">
    <dt className="truncate text-xs text-muted">{label}</dt>
    <dd className="flex flex-wrap items-baseline gap-x-2">
      <span className="text-lg font-semibold tracking-[-0.02em] text-ink tabular-nums">{value}</span>
      {children && <span className="text-xs text-subtle">{children}</span>}
    </dd>
  </div>
);
