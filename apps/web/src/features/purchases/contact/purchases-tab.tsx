import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { PurchaseList, PurchaseSum } from '../list/purchase-list.tsx';
import { purchasesQuery } from '../queries.ts';
import { AddPurchaseDialog } from './add-purchase-dialog.tsx';

/** What a contact bought, and what led to it. */
export function PurchasesTab({ contactId }: { contactId: string }) {
  const { t } = useTranslation('purchases');
  const mayAdd = useHolds('purchases:write');
  const [adding, setAdding] = useState(false);
  const purchases = useInfiniteQuery(purchasesQuery({ contactId }));
  if (purchases.isPending) return <SkeletonRows className="pt-4" />;
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
  const add = mayAdd && (
    <Button icon={Plus} size="sm" onClick={() => setAdding(true)}>
      {t('add.title')}
    </Button>
  );
  return (
    <>
      {first && items.length > 0 ? (
        <>
          <div className="flex flex-wrap items-start justify-between gap-3 pt-4">
            <PurchaseSum {...first} />
            {add}
          </div>
          <div className="py-2">
            <PurchaseList items={items} currency={first.currency} withMenu />
          </div>
        </>
      ) : (
        <EmptyState title={t('none')} headingLevel={3} action={add} className="py-8!">
          {t(mayAdd ? 'noneText' : 'noneReadOnly')}
        </EmptyState>
      )}
      {purchases.hasNextPage && (
        <Button
          className="mb-4"
          size="sm"
          busy={purchases.isFetchingNextPage}
          onClick={() => void purchases.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
      {adding && <AddPurchaseDialog contactId={contactId} onClose={() => setAdding(false)} />}
    </>
  );
}
