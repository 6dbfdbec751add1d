import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { PageBody, PageHeader } from '#ui/page-header.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { type Days, purchasesQuery } from '../queries.ts';
import { DayRange } from './day-range.tsx';
import { PurchaseList, PurchaseSum } from './purchase-list.tsx';

/** The rows behind revenue: all purchases, or those of some days of the organization's calendar. */
export function PurchasesScreen() {
  const { t } = useTranslation('purchases');
  const days = useSearch({ from: '/dashboard/purchases' });
  const navigate = useNavigate({ from: '/dashboard/purchases' });
  return (
    <>
      <PageHeader title={t('title')} />
      <PageBody narrow className="flex flex-col gap-3">
        <DayRange days={days} onChange={(search) => void navigate({ search, replace: true })} />
        <Card>
          <Purchases days={days} />
        </Card>
      </PageBody>
    </>
  );
}

function Purchases({ days }: { days: Days }) {
  const { t } = useTranslation('purchases');
  const purchases = useInfiniteQuery(purchasesQuery(days));
  if (purchases.isPending) return <SkeletonRows />;
  if (purchases.isError) {
    return (
      <LoadError
        title={t('failed')}
        message={problemText(purchases.error)}
        retry={() => void purchases.refetch()}
        busy={purchases.isFetching}
      />
    );
  }
  const [first] = purchases.data.pages;
  const items = purchases.data.pages.flatMap((page) => page.items);
  if (!first || items.length === 0) {
    const isNarrowed = days.from !== undefined || days.to !== undefined;
    return (
      <EmptyState title={t(isNarrowed ? 'noneThen' : 'none')} headingLevel={2} className="py-8!">
        {t(isNarrowed ? 'noneThenText' : 'noneAtAll')}
      </EmptyState>
    );
  }
  return (
    <>
      <PurchaseSum {...first} />
      <PurchaseList items={items} currency={first.currency} withContact />
      {purchases.hasNextPage && (
        <Button size="sm" busy={purchases.isFetchingNextPage} onClick={() => void purchases.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  );
}
