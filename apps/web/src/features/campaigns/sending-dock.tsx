import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import type { CampaignSummary } from '@waggle/contracts/campaigns';
import { Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { buttonClass } from '#ui/button-class.ts';
import { TaskCard } from '#ui/task-card.tsx';
import { reportOf } from './addresses.ts';
import { phaseOf, progressOf } from './phase.ts';
import { campaignsQuery } from './queries.ts';

/** More at once than anybody sends; the list of campaigns has them all. */
const mostCards = 3;
const active = campaignsQuery({ status: 'ACTIVE', limit: 20 });

/** Campaigns being sent, on every page that does not show them itself; one that waits until tomorrow is not. */
export function SendingDock() {
  const { t } = useTranslation('campaigns');
  const { pathname } = useLocation();
  const { data } = useQuery(active);
  const sending = (data?.items ?? [])
    .filter((campaign) => phaseOf(campaign) === 'sending' && !campaign.waitsUntil)
    .slice(0, mostCards);
  if (sending.length === 0 || pathname.startsWith('/dashboard/campaigns')) return null;
  return (
    <section aria-label={t('dock.label')} className="flex flex-col gap-3">
      {sending.map((campaign) => (
        <SendingCard key={campaign.id} campaign={campaign} />
      ))}
    </section>
  );
}

function SendingCard({ campaign }: { campaign: CampaignSummary }) {
  const { t } = useTranslation('campaigns');
  const { number } = useFormat();
  const { done, total } = progressOf(campaign);
  return (
    <TaskCard
      icon={Send}
      title={t('dock.sending', { name: campaign.name })}
      count={total > 0 ? t('dock.of', { done: number(done), total: number(total) }) : t('dock.preparing')}
      value={done}
      max={total}
      action={
        <Link {...reportOf(campaign.id)} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
          {t('dock.open')}
        </Link>
      }
    />
  );
}
