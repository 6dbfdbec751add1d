import type { ClientInControlRoom } from '@waggle/contracts/control-room';
import { useTranslation } from 'react-i18next';
import { type Format, useFormat } from '#lib/format.ts';
import { cx } from '#ui/class-names.ts';
import { Sparkline } from '#ui/sparkline.tsx';

type CellProps = { client: ClientInControlRoom };

/** How much of the plan the client takes. Nothing without a limit. */
export function PlanShare({ share }: { share: number | null }) {
  const { t } = useTranslation('control-room');
  const { plainRate } = useFormat();
  if (share === null) return <span className="text-subtle">–</span>;
  const shown = plainRate(Math.round(share));
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className="h-1 w-11 shrink-0 overflow-hidden rounded-full bg-fill-pressed">
        <span className="block h-full min-w-0.5 rounded-full bg-muted" style={{ width: `${Math.min(100, share)}%` }} />
      </span>
      <span aria-hidden className="text-xs text-subtle tabular-nums">
        {shown}
      </span>
      <span className="sr-only">{t('list.share', { share: shown })}</span>
    </span>
  );
}

/** Grey where it falls, and nothing to draw where there never was anybody. */
export function GrowthLine({ client: { trend, growth }, width = 64 }: CellProps & { width?: number }) {
  if (trend.every((total) => total === 0)) return null;
  return <Sparkline values={trend} tone={growth < 0 ? 'muted' : 'accent'} width={width} height={24} />;
}

export function Growth({ client }: CellProps) {
  const { signed } = useFormat();
  return (
    <span className="flex items-center gap-2">
      <span className="w-16 shrink-0">
        <GrowthLine client={client} />
      </span>
      <span className={cx('text-xs tabular-nums', client.growth < 0 ? 'font-semibold text-danger-text' : 'text-muted')}>
        {signed(client.growth)}
      </span>
    </span>
  );
}

export function LastSent({ client: { lastSentAt, reasons } }: CellProps) {
  const { t } = useTranslation('control-room');
  const format = useFormat();
  if (lastSentAt === null) return <span className="text-subtle">{t('list.never')}</span>;
  return (
    <time
      dateTime={lastSentAt}
      title={format.fullDate(lastSentAt)}
      className={cx('whitespace-nowrap', reasons.includes('silent') && 'font-semibold text-warning-text')}
    >
      {isToday(format, lastSentAt) ? t('list.today') : dayOf(format, lastSentAt)}
    </time>
  );
}

const isToday = (format: Format, at: string, now = new Date()): boolean =>
  format.date(at) === format.date(now.toISOString());

const yearMs = 300 * 86_400_000;

/** The year is left out while nobody could take it for another. */
export const dayOf = (format: Format, at: string, now = Date.now()): string =>
  Math.abs(now - Date.parse(at)) < yearMs ? format.monthDay(at) : format.date(at);
