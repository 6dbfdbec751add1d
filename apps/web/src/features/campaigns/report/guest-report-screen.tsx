import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import type { CampaignFigures } from '@waggle/contracts/campaign-report';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { useRecordTitle } from '#lib/record-title.ts';
import { LoadError } from '#ui/load-error.tsx';
import { PageBody, PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { Compare } from './compare.tsx';
import { Funnel } from './funnel.tsx';
import { Results } from './overview.tsx';
import { figuresQuery, reportQuery } from './queries.ts';
import { SequenceFigures } from './sequence/sequence-figures.tsx';

/** The report of a campaign in numbers, without the people behind them and without what could be done about it. */
export function GuestReportScreen() {
  const { t } = useTranslation('campaign-report');
  const { campaignId } = useParams({ strict: false }) as { campaignId: string };
  const campaign = useQuery(figuresQuery(campaignId));
  useRecordTitle(campaign.data?.name);
  const trail = [
    <Link key="list" to="/guest/campaigns" search={{}}>
      {t('trail')}
    </Link>,
  ];
  if (campaign.error instanceof ApiProblem && campaign.error.status === 404)
    return <Navigate to="/guest/campaigns" search={{}} replace />;
  if (campaign.data) return <Figures campaign={campaign.data} trail={trail} />;
  return (
    <>
      <PageHeader title={t('title')} breadcrumb={trail} />
      <PageBody>
        {campaign.isError ? (
          <LoadError
            title={t('failed')}
            message={problemText(campaign.error)}
            retry={() => void campaign.refetch()}
            busy={campaign.isFetching}
          />
        ) : (
          <Skeleton shape="block" height={320} />
        )}
      </PageBody>
    </>
  );
}

type FiguresProps = { campaign: CampaignFigures; trail: ReactNode[] };

function Figures({ campaign, trail }: FiguresProps) {
  const { t } = useTranslation('campaign-report');
  const hasEarlier = (useQuery(reportQuery(campaign.id, '24h')).data?.before.length ?? 0) > 0;
  return (
    <>
      <PageHeader title={campaign.name} breadcrumb={trail} status={<StatusBadge status={campaign.status} />} />
      <PageBody className="flex flex-col gap-4">
        {campaign.type === 'SEQUENCE' ? (
          <SequenceFigures campaign={campaign} />
        ) : (
          <>
            <Funnel campaign={campaign} />
            <Results campaign={campaign} />
          </>
        )}
        {campaign.type !== 'SEQUENCE' && hasEarlier && (
          <>
            <h2 className="mt-2 text-md font-semibold text-ink">{t('tabs.compare')}</h2>
            <Compare campaign={campaign} />
          </>
        )}
      </PageBody>
    </>
  );
}
