import { Plus, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useUiText } from '#ui/ui-text.tsx';
import { useNoRoom } from './plan-limit.tsx';

type ContactsEmptyProps = {
  filtered: boolean;
  search: string;
  /** By filters or a segment too. */
  narrowed: boolean;
  onClear: () => void;
  onImport: () => void;
  onAdd: () => void;
};

export function ContactsEmpty({ filtered, search, narrowed, onClear, onImport, onAdd }: ContactsEmptyProps) {
  const { t } = useTranslation('contacts');
  const mayWrite = useHolds('contacts:write');
  const noRoom = useNoRoom();
  if (filtered) return <NothingFound search={search} narrowed={narrowed} onClear={onClear} />;
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

/** Says what was looked for, so that a typing error is seen. */
function NothingFound({ search, narrowed, onClear }: Pick<ContactsEmptyProps, 'search' | 'narrowed' | 'onClear'>) {
  const { t } = useTranslation('contacts');
  const text = useUiText();
  const clear = search === '' ? text.clearFilters : t(narrowed ? 'empty.clearBoth' : 'empty.clearSearch');
  const words = search === '' ? 'empty.filteredText' : narrowed ? 'empty.bothText' : 'empty.searchText';
  return (
    <EmptyState title={t('empty.filtered')} action={<Button onClick={onClear}>{clear}</Button>}>
      {t(words, { search })}
    </EmptyState>
  );
}
