import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useHolds } from '#features/accounts/index.ts';
import { inOrder, useTablePreferences } from '#ui/table-preferences.ts';
import { ContactsBulkBar } from './bulk/contacts-bulk-bar.tsx';
import { useListSelection } from './bulk/use-list-selection.ts';
import { useContactColumns } from './contact-columns.tsx';
import { ContactsEmpty } from './contacts-empty.tsx';
import { ContactsHeader } from './contacts-header.tsx';
import { ContactsTable } from './contacts-table.tsx';
import { ContactsTabs } from './contacts-tabs.tsx';
import { ContactsToolbar } from './contacts-toolbar.tsx';
import { DeleteContact } from './delete-contact.tsx';
import { PlanLimit } from './plan-limit.tsx';
import { AddContactSheet } from './sheet/add-contact-sheet.tsx';
import { ContactSheet } from './sheet/contact-sheet.tsx';
import { useContactsList, type ContactsList } from './use-contacts-list.ts';
import { useLayers, type ContactLayers } from './use-layers.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useTellWhoJoined } from './use-waiting-people.ts';

const ImportDialog = lazy(async () => ({ default: (await import('./import/import-dialog.tsx')).ImportDialog }));
const ExportDialog = lazy(async () => ({ default: (await import('./export/export-dialog.tsx')).ExportDialog }));
const MyTasksSheet = lazy(async () => ({ default: (await import('./sheet/tasks/my-tasks-sheet.tsx')).MyTasksSheet }));
const MergeDialog = lazy(async () => ({ default: (await import('./merge/merge-dialog.tsx')).MergeDialog }));
const FieldsDialog = lazy(async () => ({ default: (await import('./fields/fields-dialog.tsx')).FieldsDialog }));

export function ContactsScreen() {
  const layers = useLayers();
  const contacts = useContactsList();
  useTellWhoJoined();
  const [exporting, setExporting] = useState(false);
  const [fieldsOpen, setFieldsOpen] = useState(false);
  const selection = useListSelection(JSON.stringify(contacts.filter));
  const selected = selection.all ? [] : [...selection.ids];

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <ContactsHeader
        quiet={contacts.rows?.length === 0 && !contacts.filtered}
        onAdd={() => layers.show({ add: true })}
        onImport={() => layers.show({ import: 'new' })}
        onExport={() => setExporting(true)}
        onFields={() => setFieldsOpen(true)}
      />
      <PlanLimit />
      <ContactsTabs />
      <ContactsBody contacts={contacts} layers={layers} selection={selection} onExport={() => setExporting(true)} />
      {layers.contact && <ContactSheet contacts={contacts} layers={layers} />}
      <Suspense>{layers.tasks && <MyTasksSheet layers={layers} />}</Suspense>
      <WritersLayers layers={layers} />
      <Suspense>
        {exporting && (
          <ExportDialog
            onClose={() => setExporting(false)}
            selection={selected.length > 0 ? selected : null}
            filter={contacts.filter}
            total={contacts.total}
          />
        )}
        {fieldsOpen && <FieldsDialog onClose={() => setFieldsOpen(false)} />}
      </Suspense>
    </div>
  );
}

/** What only those who may change contacts ever see. */
function WritersLayers({ layers }: { layers: ContactLayers }) {
  const mayWrite = useHolds('contacts:write');
  if (!mayWrite) return null;
  return (
    <>
      {layers.add && <AddContactSheet layers={layers} />}
      <Suspense>
        {layers.contact && layers.merge && <MergeDialog layers={layers} />}
        {layers.importing && <ImportDialog onClose={() => layers.show({})} />}
      </Suspense>
    </>
  );
}

type ContactsBodyProps = {
  contacts: ContactsList;
  layers: ContactLayers;
  selection: ReturnType<typeof useListSelection>;
  onExport: () => void;
};

function ContactsBody({ contacts, layers, selection, onExport }: ContactsBodyProps) {
  const mayWrite = useHolds('contacts:write');
  const offered = useContactColumns(contacts.total);
  const [preferences, setPreferences] = useTablePreferences('contacts');
  const columns = useMemo(() => inOrder(offered, preferences), [offered, preferences]);
  const [deleted, setDeleted] = useState<string>();
  const area = useRef<HTMLDivElement>(null);
  const { rows = [], filters, filter, total, filtered } = contacts;
  useRowKeys({
    area,
    onSelect: mayWrite
      ? (id) =>
          selection.toggle(
            id,
            rows.map((row) => row.id),
            false,
          )
      : undefined,
    onEdit: mayWrite ? (contact) => layers.show({ contact, edit: true }) : undefined,
    onDelete: mayWrite ? setDeleted : undefined,
  });
  const found = rows.find(({ id }) => id === deleted);

  return (
    <div ref={area} className="flex min-h-0 flex-1 flex-col">
      <ContactsToolbar contacts={contacts} columns={columns} preferences={preferences} onPreferences={setPreferences} />
      <ContactsTable
        contacts={contacts}
        columns={columns}
        preferences={preferences}
        onPreferences={setPreferences}
        selection={mayWrite ? selection : undefined}
        openId={layers.contact}
        onOpen={({ id }) => layers.show({ contact: id })}
        bulkBar={
          mayWrite && (
            <ContactsBulkBar selection={selection} total={total} filter={filter} onExport={onExport} layers={layers} />
          )
        }
        empty={
          <ContactsEmpty
            filtered={filtered}
            search={contacts.list.search}
            narrowed={contacts.narrowed}
            onClear={filters.clear}
            onImport={() => layers.show({ import: 'new' })}
            onAdd={() => layers.show({ add: true })}
          />
        }
      />
      {found && <DeleteContact contact={found} onClose={() => setDeleted(undefined)} />}
    </div>
  );
}
