import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Navigate, useParams, useSearch } from '@tanstack/react-router';
import type { Campaign } from '@waggle/contracts/campaigns';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { useRecordTitle } from '#lib/record-title.ts';
import { LoadError } from '#ui/load-error.tsx';
import { PageBody, PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import { campaignQuery } from '../queries.ts';
import { useBackTrail } from './back-trail.tsx';
import { CampaignBuilder } from './campaign-builder.tsx';

/** A new campaign keeps its address while somebody types, with the id of the draft as soon as there is one. */
export function NewCampaignScreen() {
  const { campaign } = useSearch({ strict: false }) as { campaign?: string };
  const [reopened] = useState(campaign);
  if (reopened)
    return <Navigate to="/dashboard/campaigns/$campaignId/edit" params={{ campaignId: reopened }} replace />;
  return <CampaignBuilder campaign={undefined} />;
}

export function EditCampaignScreen() {
  const { campaignId = '' } = useParams({ strict: false });
  return <SavedCampaign key={campaignId} campaignId={campaignId} />;
}

function SavedCampaign({ campaignId }: { campaignId: string }) {
  const campaign = useQuery(campaignQuery(campaignId));
  useRecordTitle(campaign.data?.name);
  // A copy from an earlier visit may be older than a colleague's change.
  const [opened, setOpened] = useState(false);
  if (campaign.data && campaign.isFetchedAfterMount && !opened) setOpened(true);

  if (campaign.error instanceof ApiProblem && campaign.error.status === 404)
    return <Navigate to="/dashboard/campaigns" replace />;
  if (!opened || !campaign.data) return <UnopenedCampaign campaign={campaign} />;
  return <CampaignBuilder campaign={campaign.data} />;
}

function UnopenedCampaign({ campaign }: { campaign: UseQueryResult<Campaign> }) {
  const { t } = useTranslation('campaign-builder');
  const waiting = useDelayedPending(campaign.isFetching);
  return (
    <>
      <PageHeader title={t('edit')} breadcrumb={useBackTrail()} />
      {campaign.isError ? (
        <LoadError
          title={t('failed')}
          message={problemText(campaign.error)}
          retry={() => void campaign.refetch()}
          busy={campaign.isFetching}
        />
      ) : (
        <PageBody>{waiting && <BuilderSkeleton />}</PageBody>
      )}
    </>
  );
}

const BuilderSkeleton = () => (
  <SkeletonGroup className="flex flex-col gap-4">
    <Skeleton width="24rem" className="my-2" />
    <Skeleton shape="block" width="100%" height={40} />
    <Skeleton shape="block" width="100%" height={300} />
  </SkeletonGroup>
);
