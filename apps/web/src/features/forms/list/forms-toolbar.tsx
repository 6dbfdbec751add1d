import { useTranslation } from 'react-i18next';
import { useSingleKeys } from '#lib/shortcuts.ts';
import { PageToolbar } from '#ui/page-header.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Select } from '#ui/select.tsx';
import type { FormsList } from './use-forms-list.ts';

export function FormsToolbar({ forms: { list, active, setActive } }: { forms: FormsList }) {
  const { t } = useTranslation('forms');
  const singleKeys = useSingleKeys();
  return (
    <PageToolbar>
      <SearchInput
        label={t('search')}
        placeholder={t('search')}
        value={list.search}
        onValueChange={list.setSearch}
        hotkey={singleKeys}
        className="sm:max-w-80"
      />
      <Select
        aria-label={t('columns.status')}
        className="w-auto! min-w-36 text-sm! max-sm:flex-1"
        value={active ?? 'any'}
        onValueChange={(value) => setActive(value === 'any' ? undefined : value)}
        options={[
          { value: 'any', label: t('anyStatus') },
          { value: 'yes', label: t('active') },
          { value: 'no', label: t('inactive') },
        ]}
      />
    </PageToolbar>
  );
}
