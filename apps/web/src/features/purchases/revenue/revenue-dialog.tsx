import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { PurchaseList } from '../list/purchase-list.tsx';
import { purchasesQuery, type Source } from '../queries.ts';
import { kindOf } from './kind-of.ts';

/** The purchases behind the figure, each with all that led to it. */
export function RevenueDialog({ source, onClose }: { source: Source; onClose: () => void }) {
  const { t } = useTranslation('purchases');
  const kind = kindOf(source);
  const purchases = useInfiniteQuery(purchasesQuery(source));
  const [first] = purchases.data?.pages ?? [];
  return (
    <Dialog
      open
      size="md"
      onOpenChange={onClose}
      title={t(`revenue.${kind}.title`)}
      description={t(`revenue.${kind}.hint`)}
    >
      {purchases.isPending && <SkeletonRows />}
      {purchases.isError && (
        <LoadError
          title={t('failed')}
          message={problemText(purchases.error)}
          retry={() => void purchases.refetch()}
          busy={purchases.isFetching}
        />
      )}
      {first && (
        <PurchaseList
          items={purchases.data?.pages.flatMap(({ items }) => items) ?? []}
          currency={first.currency}
          withContact
        />
      )}
      {purchases.hasNextPage && (
        <Button size="sm" busy={purchases.isFetchingNextPage} onClick={() => void purchases.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </Dialog>
  );
}
