import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

type NoFormsProps = { filtered: boolean; onClear: () => void; onCreate: () => void };

/** Nothing found, or nothing there yet. */
export function NoForms({ filtered, onClear, onCreate }: NoFormsProps) {
  const { t } = useTranslation('forms');
  const mayWrite = useHolds('forms:write');
  if (filtered) {
    return (
      <EmptyState title={t('notFound.title')} action={<Button onClick={onClear}>{t('notFound.clear')}</Button>}>
        {t('notFound.text')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('none.title')}
      action={
        mayWrite && (
          <Button variant="primary" icon={Plus} onClick={onCreate}>
            {t('none.create')}
          </Button>
        )
      }
    >
      {t(mayWrite ? 'none.text' : 'none.readOnly')}
    </EmptyState>
  );
}
