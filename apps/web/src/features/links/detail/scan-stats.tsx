import type { QrCode } from '@waggle/contracts/qr-codes';
import { useTranslation } from 'react-i18next';
import { RevenueFigure } from '#features/purchases/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonGroup } from '#ui/skeleton.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import { type Period, type Stats, useScanStats } from '../queries.ts';
import { StatsSkeleton } from './detail-skeleton.tsx';
import { DevicesCard, WhereCard } from './places-and-devices.tsx';
import { ScanFigures } from './scan-figures.tsx';
import { ScanItNow } from './scan-it-now.tsx';
import { ScansOverTime } from './scans-over-time.tsx';
import { usePeriod } from './use-period.ts';
import { WhenPeopleScan } from './when-people-scan.tsx';

/** Who scanned, when, where and on what, seconds after it happened. */
export function ScanStats({ code }: { code: QrCode }) {
  const { t } = useTranslation('links');
  const { period, setPeriod } = usePeriod();
  const stats = useScanStats(code, period);
  const waiting = useDelayedPending(stats.isPending);
  if (stats.isError && !stats.data) {
    return (
      <Card>
        <LoadError
          title={t('stats.failed')}
          message={problemText(stats.error)}
          retry={() => void stats.refetch()}
          busy={stats.isFetching}
        />
      </Card>
    );
  }
  if (!stats.data) return waiting && <SkeletonGroup>{<StatsSkeleton />}</SkeletonGroup>;
  return (
    <div
      aria-busy={stats.isPlaceholderData}
      className={cx(
        '@container grid min-w-0 gap-4 transition-opacity duration-(--duration-fast)',
        stats.isPlaceholderData && 'opacity-60',
      )}
    >
      <ScanFigures stats={stats.data} period={period} />
      <RevenueFigure source={{ qrCodeId: code.id }} />
      {stats.data.lastScanAt === null ? (
        <ScanItNow code={code} stats={stats.data} />
      ) : (
        <Charts stats={stats.data} period={period} onPeriod={setPeriod} />
      )}
    </div>
  );
}

type ChartsProps = { stats: Stats; period: Period; onPeriod: (period: Period) => void };

/** Devices stand beside the hours, so that they are seen without scrolling. */
function Charts({ stats, period, onPeriod }: ChartsProps) {
  return (
    <>
      <ScansOverTime stats={stats} period={period} onPeriod={onPeriod} />
      <div className="grid gap-4 @3xl:grid-cols-[5fr_3fr]">
        <WhenPeopleScan stats={stats} />
        <div className="grid content-start gap-4">
          <DevicesCard stats={stats} />
          <WhereCard stats={stats} />
        </div>
      </div>
    </>
  );
}
