import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, Navigate, useParams, useSearch } from '@tanstack/react-router';
import type { Segment } from '@waggle/contracts/segments';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '#features/accounts/index.ts';
import { ApiProblem } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { useNoteRecent } from '#lib/recent.ts';
import { useRecordTitle } from '#lib/record-title.ts';
import { LoadError } from '#ui/load-error.tsx';
import { PageBody, PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import { segmentQuery } from './queries.ts';
import { SegmentBuilder } from './segment-builder.tsx';
import { rulesInAddress, starterIds } from './starters.ts';

export function SegmentBuilderScreen() {
  const { segmentId } = useParams({ strict: false });
  return segmentId ? <SavedSegment key={segmentId} segmentId={segmentId} /> : <NewSegment />;
}

function NewSegment() {
  const { t } = useTranslation('segments');
  const address = useSearch({ strict: false }) as { starter?: unknown; rules?: unknown };
  const starter = starterIds.find((id) => id === address.starter);
  return <SegmentBuilder name={starter ? t(`starters.${starter}.name`) : ''} rules={rulesInAddress(address)} />;
}

function SavedSegment({ segmentId }: { segmentId: string }) {
  const segment = useQuery(segmentQuery(segmentId));
  useRecordTitle(segment.data?.name);
  useNoteRecent(useUser().id, segment.data && recentOf(segment.data));
  // A copy from an earlier visit may be older than a colleague's change, and must not be edited.
  const fresh = segment.isFetchedAfterMount || !segment.isStale;
  const [opened, setOpened] = useState(false);
  if (segment.data && fresh && !opened) setOpened(true);

  // Of another client than the active one, or deleted: the list shows what there is. What somebody edits stays before them.
  if (!opened && segment.error instanceof ApiProblem && segment.error.status === 404)
    return <Navigate to="/dashboard/contacts/segments" replace />;
  if (!opened || !segment.data) return <UnopenedSegment segment={segment} />;
  return <SegmentBuilder segment={segment.data} name={segment.data.name} rules={segment.data.rules} />;
}

const recentOf = ({ id, name }: Segment) => ({
  kind: 'segment',
  id,
  label: name,
  href: `/dashboard/contacts/segments/${id}`,
});

function UnopenedSegment({ segment }: { segment: UseQueryResult<Segment> }) {
  const { t } = useTranslation('segments');
  const waiting = useDelayedPending(segment.isFetching);
  const trail = [
    <Link key="contacts" to="/dashboard/contacts">
      {t('contacts')}
    </Link>,
  ];
  return (
    <>
      <PageHeader title={t('title')} breadcrumb={trail} />
      {segment.isError ? (
        <LoadError
          title={t('failedOne')}
          message={problemText(segment.error)}
          retry={() => void segment.refetch()}
          busy={segment.isFetching}
        />
      ) : (
        <PageBody>{waiting && <BuilderSkeleton />}</PageBody>
      )}
    </>
  );
}

const BuilderSkeleton = () => (
  <SkeletonGroup className="flex flex-col gap-4">
    <Skeleton width="16rem" className="my-2" />
    <Skeleton shape="block" width="100%" height={150} />
    <Skeleton shape="block" width="8rem" height={28} />
  </SkeletonGroup>
);
