import { Plus, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useUiText } from '#ui/ui-text.tsx';
import { useNoRoom } from './plan-limit.tsx';

type ContactsEmptyProps = {
  filtered: boolean;
  onClear: () => void;
  onImport: () => void;
  onAdd: () => void;
};

export function ContactsEmpty({ filtered, onClear, onImport, onAdd }: ContactsEmptyProps) {
  const { t } = useTranslation('contacts');
  const text = useUiText();
  const mayWrite = useHolds('contacts:write');
  const noRoom = useNoRoom();
  if (filtered) {
    return (
      <EmptyState title={t('empty.filtered')} action={<Button onClick={onClear}>{text.clearFilters}</Button>}>
        {t('empty.filteredText')}
      </EmptyState>
    );
  }
  if (!mayWrite) return <EmptyState title={t('empty.title')}>{t('empty.readOnly')}</EmptyState>;
  return (
    <EmptyState
      title={t('empty.title')}
      action={
        <Button variant="primary" icon={Upload} disabledReason={noRoom} onClick={onImport}>
          {t('empty.import')}
        </Button>
      }
      link={
        <Button variant="ghost" size="sm" icon={Plus} disabledReason={noRoom} onClick={onAdd}>
          {t('empty.add')}
        </Button>
      }
    >
      {t('empty.text')}
    </EmptyState>
  );
}
