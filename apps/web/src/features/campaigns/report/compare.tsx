import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CampaignFigures } from '@waggle/contracts/campaign-report';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Time } from '#lib/time.tsx';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { ScrollRegion } from '#ui/scroll-region.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useReportAddress } from '../addresses.ts';
import { share } from '../rates.ts';
import { deliveredOf } from './delivered.ts';
import { reportQuery } from './queries.ts';

type Compared = Pick<CampaignFigures, 'id' | 'name' | 'sentAt' | 'stats'>;

/** This campaign above the five before it, by rates of what was delivered. */
export function Compare({ campaign }: { campaign: Compared }) {
  const { t } = useTranslation('campaign-report');
  const report = useQuery(reportQuery(campaign.id, '24h'));
  if (report.isError) {
    return (
      <LoadError
        title={t('compare.failed')}
        message={problemText(report.error)}
        retry={() => void report.refetch()}
        busy={report.isFetching}
      />
    );
  }
  if (!report.data) return <SkeletonRows />;
  if (report.data.before.length === 0)
    return <EmptyState title={t('compare.none')}>{t('compare.noneText')}</EmptyState>;
  const columns = ['campaign', 'sent', 'opened', 'clicked', 'bounced', 'unsubscribed'] as const;
  return (
    <Card flush className="overflow-hidden">
      <ScrollRegion label={t('compare.label')}>
        <table className="w-full min-w-max text-sm">
          <caption className="sr-only">{t('compare.label')}</caption>
          <thead>
            <tr className="border-b border-line text-xs text-subtle">
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  title={column === 'campaign' || column === 'sent' ? undefined : t('compare.hint')}
                  className="px-4.5 py-2.5 text-right font-medium first:text-left"
                >
                  {t(`compare.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[campaign, ...report.data.before].map((one) => (
              <Row key={one.id} campaign={one} isThis={one.id === campaign.id} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

function Row({ campaign: { id, name, sentAt, stats }, isThis }: { campaign: Compared; isThis: boolean }) {
  const { t } = useTranslation('campaign-report');
  const { number, percent } = useFormat();
  const reportOf = useReportAddress();
  const { people } = deliveredOf(stats);
  const shown = (part: number, whole: number) => {
    const rate = share(part, whole);
    return rate === null ? '–' : percent(rate);
  };
  const rates = {
    opened: shown(stats.opened, people),
    clicked: shown(stats.clicked, people),
    bounced: shown(stats.bounced, stats.sent),
    unsubscribed: shown(stats.unsubscribed, people),
  };
  return (
    <tr className={isThis ? 'bg-accent-soft font-semibold text-ink' : 'border-t border-line text-muted'}>
      <th scope="row" className="px-4.5 py-2.5 text-left font-normal">
        <span className="flex items-center gap-2">
          {isThis ? (
            <>
              <span className="font-semibold">{name}</span>
              <Badge tone="accent" dot={false}>
                {t('compare.this')}
              </Badge>
            </>
          ) : (
            <Link {...reportOf(id)} className="text-ink hover:underline">
              {name}
            </Link>
          )}
        </span>
        {sentAt && <Time at={sentAt} className="text-xs font-normal text-subtle" />}
      </th>
      <td className="px-4.5 text-right tabular-nums">{number(stats.sent)}</td>
      {Object.entries(rates).map(([column, rate]) => (
        <td key={column} className="px-4.5 text-right tabular-nums">
          {rate}
        </td>
      ))}
    </tr>
  );
}
