import { tiers } from '@waggle/contracts/plans';
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';

/** The page as it will be, so that nothing jumps. */
export function BillingSkeleton() {
  if (!useDelayedPending(true)) return null;
  return (
    <SkeletonGroup>
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 lg:grid-cols-2">
          <Skeleton shape="block" height={162} />
          <Skeleton shape="block" height={162} />
        </div>
        <Skeleton width={120} className="my-1.5" />
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          {tiers.map((tier) => (
            <Skeleton key={tier} shape="block" height={300} />
          ))}
        </div>
      </div>
    </SkeletonGroup>
  );
}
