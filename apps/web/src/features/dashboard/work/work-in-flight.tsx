import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds, useShownClients } from '#features/accounts/index.ts';
import { newCampaign } from '#features/campaigns/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { Card } from '#ui/card.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import { cardLinkClass } from '../card-link-class.ts';
import { workQuery } from '../queries.ts';
import { WorkRow, WorkSkeleton } from './work-row.tsx';

/** What is being sent or imported, and what waits. */
export function WorkInFlight() {
  const { t } = useTranslation('dashboard');
  return (
    <Card
      flush
      title={t('work.title')}
      className="@container overflow-hidden"
      aside={
        <Link to="/dashboard/campaigns" search={{}} className={cardLinkClass}>
          {t('work.all')}
          <ChevronRight aria-hidden className="size-3.5 text-subtle" />
        </Link>
      }
    >
      <Rows />
    </Card>
  );
}

function Rows() {
  const { t } = useTranslation('dashboard');
  const work = useQuery(workQuery);
  const waiting = useDelayedPending(work.isPending);
  const clients = useShownClients();
  if (work.isPending || waiting) return <WorkSkeleton />;
  if (work.isError && !work.data) {
    return (
      <LoadError
        title={t('work.failed')}
        message={problemText(work.error)}
        retry={() => void work.refetch()}
        busy={work.isFetching}
        className="py-8"
      />
    );
  }
  const { items } = work.data;
  if (items.length === 0) return <NoWork />;
  return (
    <ul>
      {items.map((item) => (
        <WorkRow
          key={item.id}
          work={item}
          client={clients.size > 0 ? (clients.get(item.clientId ?? '') ?? '') : undefined}
        />
      ))}
    </ul>
  );
}

function NoWork() {
  const { t } = useTranslation('dashboard');
  const mayCreate = useHolds('campaigns:write');
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 px-4.5 pb-4 text-sm text-muted">
      {t('work.empty')}
      {mayCreate && (
        <Link {...newCampaign} className="font-medium text-link underline-offset-2 hover:underline">
          {t('work.create')}
        </Link>
      )}
    </p>
  );
}
