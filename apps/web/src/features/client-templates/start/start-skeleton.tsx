import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';

export function StartSkeleton() {
  return (
    <SkeletonGroup className="grid gap-5 border-t border-line p-5 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-2.5">
        {[0, 1, 2].map((place) => (
          <Skeleton key={place} shape="block" height={58} />
        ))}
      </div>
      <div className="flex flex-col gap-4">
        <Skeleton shape="block" height={60} />
        <Skeleton shape="block" height={130} />
        <Skeleton shape="block" height={110} />
      </div>
    </SkeletonGroup>
  );
}
