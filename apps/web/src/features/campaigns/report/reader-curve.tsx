import { useQuery } from '@tanstack/react-query';
import { reportSpans } from '@waggle/contracts/campaign-report';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { AreaChart } from '#ui/area-chart.tsx';
import { Card } from '#ui/card.tsx';
import { ChartFrame } from '#ui/chart-frame.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { risingHours } from './rising-hours.ts';
import { reportQuery, type ReportSpan } from './queries.ts';

/** How opens and clicks add up since the start, hour by hour. */
export function ReaderCurve({ campaignId }: { campaignId: string }) {
  const { t } = useTranslation('campaign-report');
  const format = useFormat();
  const [span, setSpan] = useState<ReportSpan>('24h');
  const report = useQuery(reportQuery(campaignId, span));
  const hourName = useHourNames(report.data?.timezone, span);
  if (report.isError) {
    return (
      <Card>
        <LoadError
          title={t('curve.failed')}
          message={problemText(report.error)}
          retry={() => void report.refetch()}
          busy={report.isFetching}
        />
      </Card>
    );
  }
  const hours = risingHours(report.data?.hours ?? []);
  const last = hours.at(-1) ?? { opens: 0, clicks: 0 };
  const series = [
    { key: 'opens', label: t('curve.opens', { shown: format.number(last.opens) }), series: 1 as const },
    { key: 'clicks', label: t('curve.clicks', { shown: format.number(last.clicks) }), series: 2 as const },
  ];
  return (
    <ChartFrame
      title={t(`curve.title.${span}`)}
      finding={t('curve.finding', { opens: format.number(last.opens), clicks: format.number(last.clicks) })}
      legend={series}
      range={{
        options: reportSpans.map((value) => ({ value, label: t(`curve.span.${value}`) })),
        value: span,
        onValueChange: (value) => setSpan(reportSpans.find((one) => one === value) ?? '24h'),
      }}
      table={{
        columns: [t('curve.hour'), t('curve.opensColumn'), t('curve.clicksColumn')],
        rows: hours.map(({ at, opens, clicks }) => [hourName(at), opens, clicks]),
      }}
      empty={last.opens + last.clicks === 0}
      height={248}
    >
      <AreaChart
        points={hours.map(({ at, opens, clicks }) => ({ x: hourName(at), opens, clicks }))}
        series={series}
        formatTick={(value) => (Number.isInteger(value) ? format.number(value) : '')}
        formatValue={format.number}
      />
    </ChartFrame>
  );
}

/** On the clock of the organization; over a week also the day. */
function useHourNames(timezone: string | undefined, span: ReportSpan): (at: string) => string {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const hour = new Intl.DateTimeFormat(i18n.language === 'en' ? 'en-US' : i18n.language, {
      hour: 'numeric',
      ...(span === '7d' ? { weekday: 'short' as const } : { minute: '2-digit' as const }),
      ...(timezone && { timeZone: timezone }),
    });
    return (at) => hour.format(new Date(at));
  }, [i18n.language, span, timezone]);
}
