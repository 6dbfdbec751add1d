import { Skeleton } from '#ui/skeleton.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import type { Analytics } from '../queries.ts';
import { CampaignPerformance } from './campaign-performance.tsx';
import { ContactDistribution } from './contact-distribution.tsx';
import { TopCampaigns } from './top-campaigns.tsx';
import { TopCodes } from './top-codes.tsx';

const grid = 'grid grid-cols-[minmax(0,1fr)_24.5rem] gap-4 max-xl:grid-cols-1';
const places = ['a', 'b', 'c', 'd'];

export function OverviewTab({ shown }: { shown: Analytics | undefined }) {
  const waiting = useDelayedPending(shown === undefined);
  if (!shown || waiting)
    return (
      <div className={waiting ? grid : `${grid} invisible`}>
        {places.map((place) => (
          <Skeleton key={place} shape="block" width="100%" height={300} />
        ))}
      </div>
    );
  return (
    <div className={grid}>
      <CampaignPerformance shown={shown} />
      <ContactDistribution shown={shown} />
      <TopCampaigns campaigns={shown.campaigns} />
      <TopCodes codes={shown.codes} />
    </div>
  );
}
