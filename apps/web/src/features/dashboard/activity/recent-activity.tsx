import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { useUiText } from '#ui/ui-text.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import { cardLinkClass } from '../card-link-class.ts';
import { activityQuery } from '../queries.ts';
import { ActivityList, ActivitySkeleton } from './activity-list.tsx';

/** Lines of the card, and of the sheet. */
const few = 10;
const all = 50;

export function RecentActivity() {
  const { t } = useTranslation('dashboard');
  const [open, setOpen] = useState(false);
  const hasLines = (useQuery(activityQuery(few)).data?.items.length ?? 0) > 0;
  return (
    <Card
      flush
      title={t('activity.title')}
      aside={
        hasLines && (
          <button type="button" className={cardLinkClass} onClick={() => setOpen(true)}>
            {t('activity.viewAll')}
            <ChevronRight aria-hidden className="size-3.5 text-subtle" />
          </button>
        )
      }
    >
      <Lines limit={few} />
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title={t('activity.title')}
        description={t('activity.last')}
        modal
        focusTitle
        flush
      >
        <div className="pt-2 sm:px-1.5">
          <Lines limit={all} />
        </div>
      </Sheet>
    </Card>
  );
}

/** What is shown stays while it is read again. */
function Lines({ limit }: { limit: number }) {
  const { t } = useTranslation('dashboard');
  const { noDataAvailable } = useUiText();
  const activity = useQuery(activityQuery(limit));
  const waiting = useDelayedPending(activity.isPending);
  if (activity.isPending || waiting) return <ActivitySkeleton rows={few} />;
  if (activity.isError && !activity.data) {
    return (
      <LoadError
        title={t('activity.failed')}
        message={problemText(activity.error)}
        retry={() => void activity.refetch()}
        busy={activity.isFetching}
      />
    );
  }
  const { items } = activity.data;
  if (items.length > 0) return <ActivityList items={items} />;
  return (
    <EmptyState title={noDataAvailable} headingLevel={3} className="pt-6">
      {t('activity.empty')}
    </EmptyState>
  );
}
