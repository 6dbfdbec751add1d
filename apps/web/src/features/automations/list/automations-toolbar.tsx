import { automationStatuses } from '@waggle/contracts/automations';
import { useTranslation } from 'react-i18next';
import { useSingleKeys } from '#lib/shortcuts.ts';
import { PageToolbar } from '#ui/page-header.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Select } from '#ui/select.tsx';
import type { AutomationsList } from './use-automations-list.ts';

export function AutomationsToolbar({ automations: { list, status, setStatus } }: { automations: AutomationsList }) {
  const { t } = useTranslation('automations');
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
        value={status ?? 'any'}
        onValueChange={(value) => setStatus(value === 'any' ? undefined : value)}
        options={[
          { value: 'any', label: t('anyStatus') },
          ...automationStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
        ]}
      />
    </PageToolbar>
  );
}
