import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { cx } from '#ui/class-names.ts';
import type { Period, Stats } from '../queries.ts';

/** Four figures in one card, with hairlines between them. */
export function ScanFigures({ stats, period }: { stats: Stats; period: Period }) {
  const { t } = useTranslation('links');
  const format = useFormat();
  const { scans, newVisitors, lastScanAt } = stats;
  const repeat = scans - newVisitors;
  const shareOf = (part: number) => t('stats.shareOfScans', { share: format.percent(part / scans) });
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line-strong bg-line shadow-xs @2xl:grid-cols-4">
      <Figure label={t('totalScans')} value={format.number(scans)}>
        <Change stats={stats} period={period} />
      </Figure>
      <Figure label={t('stats.newVisitors')} value={format.number(newVisitors)}>
        {scans > 0 ? shareOf(newVisitors) : t('stats.oncePerDay')}
      </Figure>
      <Figure label={t('stats.repeat')} value={format.number(repeat)}>
        {scans > 0 ? shareOf(repeat) : t('stats.sameDay')}
      </Figure>
      <Figure label={t('stats.lastScan')} value={lastScanAt ? format.briefly(lastScanAt) : t('stats.never')}>
        {lastScanAt && <time dateTime={lastScanAt}>{`${format.date(lastScanAt)}, ${format.time(lastScanAt)}`}</time>}
      </Figure>
    </dl>
  );
}

type FigureProps = { label: string; value: string; children: ReactNode };

function Figure({ label, value, children }: FigureProps) {
  return (
    <div className="min-w-0 bg-surface px-4 py-3.5">
      <dt className="truncate text-sm text-muted">{label}</dt>
      <dd className="mt-0.5 truncate text-xl max-sm:text-lg first-letter:uppercase font-semibold tracking-[-0.025em] text-ink tabular-nums">
        {value}
      </dd>
      <dd className="min-h-5 text-xs text-subtle">{children}</dd>
    </div>
  );
}

/** Against as many days before; all time has nothing before it. */
function Change({ stats: { scans, previousScans }, period }: { stats: Stats; period: Period }) {
  const { t } = useTranslation('links');
  const format = useFormat();
  if (period === 'all' || previousScans === null) return t('stats.sinceFirst');
  const before = t(`stats.before.${period}`);
  if (previousScans === 0) return t('stats.noneBefore', { before });
  const change = scans / previousScans - 1;
  return (
    <>
      <span className={cx('font-semibold', change < 0 ? 'text-danger-text' : 'text-success-text')}>
        {`${change >= 0 ? '+' : ''}${format.percent(change)}`}
      </span>{' '}
      {t('stats.than', { before })}
    </>
  );
}
