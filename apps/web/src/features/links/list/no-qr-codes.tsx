import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useMayChange } from '../plan-lock.tsx';

type NoQrCodesProps = {
  search: string;
  filtered: boolean;
  onClear: () => void;
  onCreate: () => void;
};

/** Nothing found, or nothing there yet. */
export function NoQrCodes({ search, filtered, onClear, onCreate }: NoQrCodesProps) {
  const { t } = useTranslation('links');
  const { mayWrite, locked } = useMayChange();
  if (filtered) {
    return (
      <EmptyState title={t('notFound.title')} action={<Button onClick={onClear}>{t('notFound.clear')}</Button>}>
        {search ? t('notFound.search', { search }) : t('notFound.filter')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('none.title')}
      action={
        mayWrite && (
          <Button variant="primary" icon={Plus} disabledReason={locked} onClick={onCreate}>
            {t('create')}
          </Button>
        )
      }
    >
      {t(mayWrite ? 'none.text' : 'none.readOnly')}
    </EmptyState>
  );
}
