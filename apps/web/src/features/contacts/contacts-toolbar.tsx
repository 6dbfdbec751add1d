import type { Contact } from '@waggle/contracts/contacts';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useSingleKeys } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import type { Column } from '#ui/data-table.tsx';
import { PageToolbar } from '#ui/page-header.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { TableOptions } from '#ui/table-options.tsx';
import type { TablePreferences } from '#ui/table-preferences.ts';
import { useIsPhone } from '#ui/use-media-query.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import { SaveSegmentDialog } from './save-segment-dialog.tsx';
import { SegmentChip } from './segment-chip.tsx';
import type { ContactsList } from './use-contacts-list.ts';
import { ViewMenu } from './views/view-menu.tsx';

type ContactsToolbarProps = {
  contacts: ContactsList;
  columns: readonly Column<Contact>[];
  preferences: TablePreferences;
  onPreferences: (next: Partial<TablePreferences>) => void;
};

export function ContactsToolbar({ contacts, columns, preferences, onPreferences }: ContactsToolbarProps) {
  const { t } = useTranslation('contacts');
  const singleKeys = useSingleKeys();
  const isPhone = useIsPhone();
  const { list, filters } = contacts;
  // The search fills a row of a phone, and views share the next one with filters.
  const views = <ViewMenu contacts={contacts} preferences={preferences} onPreferences={onPreferences} />;
  return (
    <PageToolbar>
      {!isPhone && views}
      <SearchInput
        label={t('search')}
        placeholder={t('search')}
        value={list.search}
        onValueChange={list.setSearch}
        hotkey={singleKeys}
        className="sm:max-w-60"
      />
      {isPhone && views}
      {contacts.segmentId && <SegmentChip segmentId={contacts.segmentId} />}
      <FilterBar filters={filters} />
      <div className="ml-auto flex items-center gap-1">
        <SaveAsSegment contacts={contacts} />
        {!isPhone && (
          <TableOptions
            label={t('columns.label')}
            words={{
              frozen: t('columns.frozen'),
              move: (column) => t('columns.move', { column }),
              show: (column) => t('columns.show', { column }),
              hide: (column) => t('columns.hide', { column }),
            }}
            columns={columns}
            preferences={preferences}
            onChange={onPreferences}
          />
        )}
      </div>
    </PageToolbar>
  );
}

function SaveAsSegment({ contacts: { filters, list } }: { contacts: ContactsList }) {
  const { t } = useTranslation('contacts');
  const mayWrite = useHolds('contacts:write');
  const [naming, setNaming] = useState(false);
  if (!mayWrite || !filters.tree) return null;
  return (
    <>
      <Button variant="ghost" size="sm" icon={Bookmark} onClick={() => setNaming(true)}>
        {t('saveSegment.button')}
      </Button>
      {naming && <SaveSegmentDialog rules={filters.tree} search={list.search} onClose={() => setNaming(false)} />}
    </>
  );
}
