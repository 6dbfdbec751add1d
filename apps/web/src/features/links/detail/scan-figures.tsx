import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { cx } from '#ui/class-names.ts';
import { Popover } from '#ui/popover.tsx';
import type { Period } from '../queries.ts';
import type { Stats } from './scan-stats.tsx';

/** Four figures in one card, with hairlines between them. */
export function ScanFigures({ stats, period }: { stats: Stats; period: Period }) {
  const { t } = useTranslation('links');
  const format = useFormat();
  const { scans, newVisitors, machine, lastScanAt } = stats;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line-strong bg-line shadow-xs @2xl:grid-cols-4">
      <Figure label={t('totalScans')} value={format.number(scans)}>
        <Change stats={stats} period={period} />
      </Figure>
      <Figure label={t('stats.newVisitors')} value={format.number(newVisitors)}>
        {scans > 0 ? t('stats.shareOfScans', { share: format.percent(newVisitors / scans) }) : t('stats.oncePerDay')}
      </Figure>
      <Figure label={t('stats.machine')} value={format.number(machine)}>
        <RawNumbers stats={stats} />
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
      <dd className="mt-0.5 truncate text-xl first-letter:uppercase font-semibold tracking-[-0.025em] text-ink tabular-nums">
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

/** One click shows what the other figures leave out. */
function RawNumbers({ stats: { scans, machine, unsure } }: { stats: Stats }) {
  const { t } = useTranslation('links');
  const format = useFormat();
  const lines = [
    ['people', scans],
    ['machine', machine],
    ['unsure', unsure],
  ] as const;
  return (
    <Popover
      label={t('stats.raw')}
      trigger={
        <button type="button" className="min-h-5 font-medium text-link underline underline-offset-2 coarse:min-h-11">
          {t('stats.showRaw')}
        </button>
      }
    >
      <table className="w-64 text-sm">
        <caption className="pb-2 text-left font-semibold text-ink">{t('stats.raw')}</caption>
        <tbody>
          {lines.map(([kind, count]) => (
            <tr key={kind} className="text-muted">
              <th scope="row" className="py-1 text-left font-normal">
                {t(`stats.kinds.${kind}`)}
              </th>
              <td className="py-1 text-right text-ink tabular-nums">{format.number(count)}</td>
            </tr>
          ))}
          <tr className="border-t border-line font-semibold text-ink">
            <th scope="row" className="pt-2 text-left">
              {t('stats.kinds.all')}
            </th>
            <td className="pt-2 text-right tabular-nums">{format.number(scans + machine + unsure)}</td>
          </tr>
        </tbody>
      </table>
      <p className="mt-2 max-w-64 text-xs text-subtle">{t('stats.rawHint')}</p>
    </Popover>
  );
}
