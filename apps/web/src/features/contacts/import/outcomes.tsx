import type { Import, ImportCounts } from '@waggle/contracts/imports';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { cx } from '#ui/class-names.ts';

type Outcome = keyof ImportCounts;

const contactOutcomes = ['created', 'updated', 'unchanged', 'duplicate', 'invalid', 'blocked', 'overLimit'] as const;
const suppressionOutcomes = ['created', 'unchanged', 'duplicate', 'invalid'] as const;
/** They never happen when known contacts are kept as they are. */
const ofUpdating: readonly Outcome[] = ['updated', 'unchanged'];

const toneOf = (outcome: Outcome, count: number) => {
  if (count === 0) return 'text-subtle';
  if (outcome === 'created' || outcome === 'updated') return 'text-success-text';
  return outcome === 'invalid' || outcome === 'overLimit' ? 'text-danger-text' : 'text-ink';
};

/** How many rows become what, each with its reason. Every row of the file is in one of them. */
export function Outcomes({ found, counts }: { found: Import; counts: ImportCounts }) {
  const { t } = useTranslation('contacts-import');
  const format = useFormat();
  const explained =
    found.kind === 'suppressions'
      ? suppressionOutcomes.map((outcome) => [outcome, t(`review.explainedSuppressions.${outcome}`)] as const)
      : contactOutcomes
          .filter((outcome) => found.plan?.existing === 'update' || !ofUpdating.includes(outcome))
          .map((outcome) => [outcome, t(`review.explained.${outcome}`)] as const);
  return (
    <dl aria-label={t('review.outcome')} className="rounded-lg border border-line-strong">
      {explained
        .filter(([outcome]) => counts[outcome] > 0 || outcome === 'created')
        .map(([outcome, text]) => (
          <div
            key={outcome}
            className="grid grid-cols-[3.5rem_9rem_minmax(0,1fr)] items-baseline gap-x-4 border-line px-4 py-2 text-sm not-first:border-t max-sm:grid-cols-[3.5rem_minmax(0,1fr)]"
          >
            <dt className="order-2 font-medium text-ink">{t(`review.outcomes.${outcome}`)}</dt>
            <dd
              className={cx('order-1 text-right text-md font-semibold tabular-nums', toneOf(outcome, counts[outcome]))}
            >
              {format.number(counts[outcome])}
            </dd>
            <dd className="order-3 text-muted max-sm:col-start-2 max-sm:text-xs">{text}</dd>
          </div>
        ))}
    </dl>
  );
}
