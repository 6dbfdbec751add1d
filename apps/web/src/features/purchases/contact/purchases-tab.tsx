import { useInfiniteQuery } from '@tanstack/react-query';
import type { Purchase } from '@waggle/contracts/purchases';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { useMoney } from '#lib/money.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { PurchaseRow } from '../list/purchase-row.tsx';
import { purchasesQuery } from '../queries.ts';
import { AddPurchaseDialog } from './add-purchase-dialog.tsx';
import { PurchaseMenu } from './purchase-menu.tsx';

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
            <Sum {...first} />
            {add}
          </div>
          <List items={items} currency={first.currency} />
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

type SumProps = { amount: number; currency: string; total: number; unconverted: number };

function Sum({ amount, currency, total, unconverted }: SumProps) {
  const { t } = useTranslation('purchases');
  const { number } = useFormat();
  const money = useMoney();
  return (
    <div className="min-w-0 flex-1 basis-40">
      <p className="text-lg font-semibold text-ink tabular-nums">{money(amount, currency)}</p>
      <p className="text-xs text-muted">{t('count', { count: total, shown: number(total) })}</p>
      {unconverted > 0 && (
        <p className="text-xs text-warning-text">
          {t('unconverted', { count: unconverted, shown: number(unconverted) })}
        </p>
      )}
    </div>
  );
}

function List({ items, currency }: { items: readonly Purchase[]; currency: string }) {
  const { t } = useTranslation('purchases');
  return (
    <ol aria-label={t('title')} className="flex flex-col divide-y divide-line py-2">
      {items.map((purchase) => (
        <PurchaseRow
          key={purchase.id}
          purchase={purchase}
          currency={currency}
          actions={purchase.mayChange && <PurchaseMenu purchase={purchase} />}
        />
      ))}
    </ol>
  );
}
