import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useChartFiles, useHolds } from '#features/accounts/index.ts';
import { useDefinitions } from '#features/dashboard/index.ts';
import { ChartFrame } from '#ui/chart-frame.tsx';
import { seriesColour } from '#ui/chart-series.tsx';
import { statusSeries, useDistribution } from '../charts/use-distribution.ts';
import type { Analytics } from '../queries.ts';

/** One bar in parts; the names beside it carry the meaning, and each opens its contacts. */
export function ContactDistribution({ shown }: { shown: Analytics }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const define = useDefinitions();
  const chart = useDistribution(shown);
  const total = shown.distribution.reduce((sum, { contacts }) => sum + contacts, 0);
  const files = useChartFiles(chart?.image);
  return (
    <ChartFrame
      title={t('distribution.title')}
      hint={define('contactsByStatus')}
      finding={t('distribution.title')}
      summary={
        chart && (
          <>
            <span className="block text-xl font-semibold tracking-[-0.025em] text-ink tabular-nums">
              {format.number(total)}
            </span>
            {t('distribution.byStatus', { count: total })}
          </>
        )
      }
      table={chart?.table}
      {...files}
      empty={!chart}
      height={chart ? 'auto' : 224}
    >
      <Statuses distribution={shown.distribution} total={total} />
    </ChartFrame>
  );
}

type ContactStatus = Analytics['distribution'][number]['status'];
type StatusesProps = { distribution: Analytics['distribution']; total: number };

function Statuses({ distribution, total }: StatusesProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  // Complaints are rare; a line of zero says less than none.
  const lines = distribution.filter(({ status, contacts }) => contacts > 0 || status !== 'complained');
  return (
    <>
      <div aria-hidden className="flex h-3.5 gap-0.5 overflow-hidden rounded-sm">
        {distribution
          .filter(({ contacts }) => contacts > 0)
          .map(({ status, contacts }) => (
            <span
              key={status}
              className="min-w-1"
              style={{ flexGrow: contacts, background: seriesColour(statusSeries[status]) }}
            />
          ))}
      </div>
      <ul className="mt-2">
        {lines.map(({ status, contacts }) => (
          <li key={status} className="border-line not-last:border-b">
            <StatusRow status={status}>
              <span
                aria-hidden
                className="size-2 rounded-[2px]"
                style={{ background: seriesColour(statusSeries[status]) }}
              />
              <span className="text-ink">{t(`distribution.statuses.${status}`)}</span>
              <span className="font-semibold text-ink tabular-nums">{format.number(contacts)}</span>
              <span className="text-right text-muted tabular-nums">{format.percent(contacts / total)}</span>
            </StatusRow>
          </li>
        ))}
      </ul>
    </>
  );
}

const rowClass = '-mx-1 grid min-h-10 grid-cols-[auto_1fr_auto_3.5rem] items-center gap-2.5 rounded-sm px-1 text-sm';

/** Opens the contacts, for those who may see them. */
function StatusRow({ status, children }: { status: ContactStatus; children: ReactNode }) {
  if (!useHolds('contacts:read')) return <div className={rowClass}>{children}</div>;
  return (
    <Link
      to="/dashboard/contacts"
      search={{ rules: { match: 'all', rules: [{ kind: 'status', op: 'isAnyOf', values: [status] }] } }}
      className={`${rowClass} hover:bg-row-hover`}
    >
      {children}
    </Link>
  );
}
