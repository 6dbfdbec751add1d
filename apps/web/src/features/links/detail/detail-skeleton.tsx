import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';

/** The shape of the page, so nothing jumps. */
export const DetailSkeleton = () => (
  <SkeletonGroup className="grid items-start gap-4 xl:grid-cols-[20rem_minmax(0,1fr)]">
    <Skeleton shape="block" width="100%" height={560} className="max-xl:h-80!" />
    <StatsSkeleton />
  </SkeletonGroup>
);

export const StatsSkeleton = () => (
  <div className="grid gap-4">
    <Skeleton shape="block" width="100%" height={98} />
    <Skeleton shape="block" width="100%" height={360} />
    <Skeleton shape="block" width="100%" height={285} />
  </div>
);
