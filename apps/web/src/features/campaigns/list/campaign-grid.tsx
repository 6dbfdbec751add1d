import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import { Pagination } from '#ui/pagination.tsx';
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import type { Question } from '../actions/campaign-layers.tsx';
import { CampaignCard } from './campaign-card.tsx';
import type { CampaignsList } from './use-campaigns-list.ts';

export type ShownCampaigns = {
  campaigns: CampaignsList;
  onAsk: (campaignId: string, what: Question) => void;
  empty: ReactNode;
};

const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4';

export function CampaignGrid({ campaigns: { list, page }, onAsk, empty }: ShownCampaigns) {
  const { t } = useTranslation('campaigns');
  const skeletonShown = useDelayedPending(page.data === undefined);
  if (!page.data || skeletonShown) return skeletonShown ? <GridSkeleton /> : null;
  const { items, total, nextCursor } = page.data;
  if (items.length === 0) return empty;
  return (
    <>
      <ul
        aria-label={t('title')}
        aria-busy={page.isPlaceholderData}
        className={cx(gridClass, page.isPlaceholderData && 'opacity-60')}
      >
        {items.map((campaign) => (
          <li key={campaign.id} className="flex min-w-0 *:flex-1">
            <CampaignCard campaign={campaign} onAsk={(what) => onAsk(campaign.id, what)} />
          </li>
        ))}
      </ul>
      <Pagination {...list.pagination(total, nextCursor)} />
    </>
  );
}

const places = [0, 1, 2, 3, 4, 5];

function GridSkeleton() {
  return (
    <SkeletonGroup className={gridClass}>
      {places.map((place) => (
        <div key={place} className="h-60 rounded-lg border border-line-strong bg-surface p-4">
          <div className="flex gap-3.5">
            <Skeleton shape="block" width={52} height={64} />
            <div className="flex flex-1 flex-col gap-3 pt-2">
              <Skeleton width="40%" />
              <Skeleton width="70%" />
            </div>
          </div>
          <Skeleton width="80%" className="mt-8" />
          <Skeleton width="55%" className="mt-4" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
