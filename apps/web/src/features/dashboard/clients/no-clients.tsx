import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

type NoClientsProps = { isFiltered: boolean; onClear: () => void; onAdd: () => void };

/** Nothing found, or nobody there yet. */
export function NoClients({ isFiltered, onClear, onAdd }: NoClientsProps) {
  const { t } = useTranslation('control-room');
  const mayManage = useHolds('clients:manage');
  if (isFiltered) {
    return (
      <EmptyState title={t('empty.notFound')} action={<Button onClick={onClear}>{t('empty.clear')}</Button>}>
        {t('empty.notFoundText')}
      </EmptyState>
    );
  }
  // The honey button is in the header already.
  return (
    <EmptyState
      title={t('empty.title')}
      action={
        mayManage && (
          <Button icon={Plus} onClick={onAdd}>
            {t('empty.add')}
          </Button>
        )
      }
    >
      {t(mayManage ? 'empty.text' : 'empty.readOnly')}
    </EmptyState>
  );
}
