import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import type { Icon } from './icon.ts';
import { Skeleton, SkeletonGroup } from './skeleton.tsx';
import { Sparkline } from './sparkline.tsx';
import { useUiText } from './ui-text.tsx';

type MetricCardProps = {
  label: string;
  icon?: Icon | undefined;
  /** Already formatted: '12,486', '42.4%', '$18,240'. */
  value: ReactNode;
  /** Percent against the last period and the words after it; null says 'No data available'. Leave out for no line. */
  growth?: { percent: number; label: string } | null | undefined;
  trend?: readonly number[] | undefined;
  /** The whole line under the figure, instead of growth. */
  note?: ReactNode;
  className?: string | undefined;
};

const frame = '@container flex min-w-0 flex-col rounded-lg border border-line-strong bg-surface px-4.5 py-4 shadow-xs';

export function MetricCard({ label, icon: Icon, value, growth, trend, note, className }: MetricCardProps) {
  return (
    <section aria-label={label} className={cx(frame, className)}>
      <h3 className="flex items-center gap-2 text-sm font-normal text-muted">
        {Icon && <Icon aria-hidden className="size-3.5 text-subtle" />}
        <span className="truncate">{label}</span>
      </h3>
      <div className="mt-1 flex items-end justify-between gap-3">
        <div className="min-w-0">
          <p className="tabular-nums text-xl font-semibold tracking-[-0.025em] text-ink">{value}</p>
          <p className="mt-1 text-xs text-subtle">{note ?? <Growth growth={growth} />}</p>
        </div>
        {trend && (
          <Sparkline
            values={trend}
            tone={growth && growth.percent < 0 ? 'muted' : 'accent'}
            className="mb-1 @max-[14.5rem]:hidden"
          />
        )}
      </div>
    </section>
  );
}

function Growth({ growth }: Pick<MetricCardProps, 'growth'>) {
  const text = useUiText();
  if (growth === undefined) return null;
  if (growth === null) return text.noDataAvailable;
  const sign = growth.percent >= 0 ? '+' : '';
  return (
    <>
      <span className={cx('font-semibold', growth.percent < 0 ? 'text-danger-text' : 'text-success-text')}>
        {`${sign}${growth.percent.toFixed(1)}%`}
      </span>{' '}
      {growth.label}
    </>
  );
}

export function MetricCardSkeleton({ className }: { className?: string | undefined }) {
  return (
    <SkeletonGroup className={cx(frame, className)}>
      <Skeleton width="45%" className="my-1" />
      <Skeleton shape="block" width="55%" height={26} className="mt-2.5" />
      <Skeleton width="60%" className="mt-2.5 mb-0.5" />
    </SkeletonGroup>
  );
}
