import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import type { Campaign } from '@waggle/contracts/campaigns';
import { useTranslation } from 'react-i18next';
import { useHolds, useUser } from '#features/accounts/index.ts';
import { ApiProblem } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { useNoteRecent } from '#lib/recent.ts';
import { useRecordTitle } from '#lib/record-title.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { PageBody, PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import { editOf } from '../addresses.ts';
import { watchedCampaignQuery } from './queries.ts';
import { Report } from './report.tsx';
import { SequenceReport } from './sequence/sequence-report.tsx';
import { useReportTrail } from './use-report-trail.tsx';

export function ReportScreen() {
  const { campaignId } = useParams({ from: '/dashboard/campaigns/$campaignId' });
  const campaign = useQuery(watchedCampaignQuery(campaignId));
  useRecordTitle(campaign.data?.name);
  useNoteRecent(useUser().id, campaign.data && recentOf(campaign.data));
  // Of another client than the active one, or deleted: the list shows what there is.
  if (campaign.error instanceof ApiProblem && campaign.error.status === 404)
    return <Navigate to="/dashboard/campaigns" search={{}} replace />;
  if (!campaign.data) return <Unopened campaign={campaign} />;
  if (campaign.data.status === 'DRAFT') return <DraftReport campaign={campaign.data} />;
  if (campaign.data.emails) return <SequenceReport key={campaignId} campaign={campaign.data} />;
  return <Report key={campaignId} campaign={campaign.data} />;
}

const recentOf = ({ id, name }: Campaign) => ({
  kind: 'campaign',
  id,
  label: name,
  href: `/dashboard/campaigns/${id}`,
});

/** A draft has no results: whoever writes it goes on there. */
function DraftReport({ campaign: { id: campaignId, name } }: { campaign: Campaign }) {
  const { t } = useTranslation('campaign-report');
  const trail = useReportTrail();
  const mayWrite = useHolds('campaigns:write');
  if (mayWrite) return <Navigate {...editOf(campaignId)} replace />;
  return (
    <>
      <PageHeader title={name} breadcrumb={trail} />
      <EmptyState title={t('draft.title')}>{t('draft.text')}</EmptyState>
    </>
  );
}

function Unopened({ campaign }: { campaign: UseQueryResult<Campaign> }) {
  const { t } = useTranslation('campaign-report');
  const trail = useReportTrail();
  const waiting = useDelayedPending(campaign.isFetching);
  return (
    <>
      <PageHeader title={t('title')} breadcrumb={trail} />
      {campaign.isError ? (
        <LoadError
          title={t('failed')}
          message={problemText(campaign.error)}
          retry={() => void campaign.refetch()}
          busy={campaign.isFetching}
        />
      ) : (
        <PageBody>{waiting && <ReportSkeleton />}</PageBody>
      )}
    </>
  );
}

function ReportSkeleton() {
  return (
    <SkeletonGroup className="flex flex-col gap-4">
      <Skeleton shape="block" height={220} />
      <Skeleton shape="block" height={320} />
    </SkeletonGroup>
  );
}
