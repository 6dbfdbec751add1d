import { Info } from 'lucide-react';
import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { cx } from './class-names.ts';
import type { Icon } from './icon.ts';
import { Skeleton, SkeletonGroup } from './skeleton.tsx';
import { Sparkline } from './sparkline.tsx';
import { Tooltip } from './tooltip.tsx';
import { useUiText } from './ui-text.tsx';

type MetricCardProps = {
  label: string;
  icon?: Icon | undefined;
  /** Already formatted: '12,486', '42.4%', '$18,240'. */
  value: ReactNode;
  /** Percent against the last period and the words after it; null says 'No data available'. Leave out for no line. */
  growth?: { percent: number; label: string } | null | undefined;
  trend?: readonly number[] | undefined;
  /** A link without text to the rows behind the figure; all of the card opens it. */
  link?: ReactElement<{ className?: string; children?: ReactNode }> | undefined;
  /** What the figure counts, on hover and focus of its name; on touch screens a button of its own shows it. */
  hint?: string | undefined;
  /** The whole line under the figure, instead of growth. */
  note?: ReactNode;
  /** How far the figure is on the way to its goal, as a line below. */
  progress?: string | undefined;
  className?: string | undefined;
};

const frame =
  '@container flex min-w-0 flex-col rounded-lg border border-line-strong bg-surface px-4.5 py-4 shadow-xs max-sm:px-3.5';

export function MetricCard(props: MetricCardProps) {
  const { label, icon: Icon, value, growth, trend, note, progress, className } = props;
  return (
    <section aria-label={label} className={cx(frame, 'relative', props.link && 'hover:border-line-control', className)}>
      <h3 className="flex items-center gap-2 text-sm font-normal text-muted">
        {Icon && <Icon aria-hidden className="size-3.5 shrink-0 text-subtle @max-[11rem]:hidden" />}
        <Name {...props} />
      </h3>
      {props.hint && <TouchHint hint={props.hint} />}
      <div className="mt-1 flex items-end justify-between gap-2">
        <div className="min-w-0">
          <p className="tabular-nums text-xl font-semibold tracking-[-0.025em] text-ink">{value}</p>
          <p className="mt-1 text-xs text-subtle">{note ?? <Growth growth={growth} />}</p>
          {progress && <p className="mt-1 text-xs text-muted">{progress}</p>}
        </div>
        {trend && (
          <Sparkline
            values={trend}
            width={76}
            tone={growth && growth.percent < 0 ? 'muted' : 'accent'}
            className="mb-1 @max-[14rem]:hidden"
          />
        )}
      </div>
    </section>
  );
}

function Name({ label, link, hint }: MetricCardProps) {
  const name = link ? (
    cloneElement(
      link,
      {
        className:
          'truncate outline-none after:absolute after:-inset-px after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-(--focus)',
      },
      label,
    )
  ) : (
    // Only who can come to it by keyboard can read the hint.
    <span className="truncate" {...(hint && { tabIndex: 0 })}>
      {label}
    </span>
  );
  return hint ? <Tooltip label={hint}>{name}</Tooltip> : name;
}

/** The name is a link, and a tap opens it. */
function TouchHint({ hint }: { hint: string }) {
  const text = useUiText();
  return (
    <Tooltip label={hint} tap>
      <button
        type="button"
        aria-label={text.definition}
        className="absolute top-0 right-0 z-1 hidden size-10 place-content-center rounded-lg text-subtle coarse:grid @max-[14rem]:top-7"
      >
        <Info aria-hidden className="size-3.5" />
      </button>
    </Tooltip>
  );
}

function Growth({ growth }: Pick<MetricCardProps, 'growth'>) {
  const text = useUiText();
  if (growth === undefined) return null;
  if (growth === null) return text.noDataAvailable;
  return (
    <>
      <span className={cx('font-semibold', growth.percent < 0 ? 'text-danger-text' : 'text-success-text')}>
        {text.growth(growth.percent)}
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
