import { useQuery } from '@tanstack/react-query';
import { downloadContactData, type ContactDetail } from '@waggle/contracts/contacts';
import { Download, Ellipsis, Eraser, Link as LinkIcon, Merge, Trash2 } from 'lucide-react';
import { Suspense, use, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds, useUser } from '#features/accounts/index.ts';
import { addressOfCall } from '#lib/api.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { useNoteRecent } from '#lib/recent.ts';
import { ContactActionsContext } from '#lib/registry.ts';
import type { LeaveGuard } from '#lib/unsaved-changes.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast-store.ts';
import { nameOf } from '../contact-words.tsx';
import { DeleteContact } from '../delete-contact.tsx';
import { contactQuery } from '../queries.ts';
import type { ContactsList } from '../use-contacts-list.ts';
import type { ContactLayers } from '../use-layers.ts';
import { ContactView } from './contact-view.tsx';
import { EditContact } from './edit-contact.tsx';
import { EraseDialog } from './erase-dialog.tsx';

type ContactSheetProps = { contacts: ContactsList; layers: ContactLayers };

/** One contact beside the list it came from. */
export function ContactSheet({ contacts, layers }: ContactSheetProps) {
  const { t } = useTranslation('contacts');
  const editing = useHolds('contacts:write') && layers.edit;
  const detail = useContact(contacts, layers.contact ?? '');
  const contact = detail.data;
  useNoteRecent(useUser().id, recentOf(contact));
  const walk = useWalk(contacts, layers);
  const guard = useRef<LeaveGuard>(undefined);
  const close = () => layers.show({});
  const name = contact ? nameOf(contact) : t('sheet.title');

  return (
    <Sheet
      open
      flush
      hideTitle={!editing}
      focusTitle={!editing}
      onOpenChange={() => (guard.current ? guard.current(close) : close())}
      title={editing ? t('form.edit') : name}
      walk={editing ? undefined : walk}
      actions={contact && !editing && <SheetActions contact={contact} layers={layers} />}
    >
      {contact && editing && (
        <EditContact
          contact={contact}
          layers={layers}
          onGuard={(next) => {
            guard.current = next;
          }}
        />
      )}
      {contact && !editing && (
        <ContactView
          key={contact.id}
          contact={contact}
          onEdit={() => layers.show({ contact: contact.id, edit: true })}
        />
      )}
      <Waiting detail={detail} />
    </Sheet>
  );
}

const recentOf = (contact: ContactDetail | undefined) =>
  contact && {
    kind: 'contact',
    id: contact.id,
    label: nameOf(contact),
    href: `/dashboard/contacts?contact=${contact.id}`,
  };

/** The row is known already, so the sheet opens full. */
function useContact({ rows }: ContactsList, contactId: string) {
  const row = rows?.find(({ id }) => id === contactId);
  return useQuery({
    ...contactQuery(contactId),
    ...(row && { placeholderData: { ...row, mailPausedUntil: null, suppressions: [] } }),
  });
}

function Waiting({ detail }: { detail: ReturnType<typeof useContact> }) {
  const { t } = useTranslation('contacts');
  // Offline nothing is asked, and nothing fails either.
  if (detail.isPending && detail.isPaused) return <LoadError title={t('sheet.failed')} message={t('sheet.offline')} />;
  if (detail.isPending) return <SkeletonRows className="px-6 pt-6" />;
  if (!detail.isError) return null;
  return (
    <LoadError
      title={t('sheet.failed')}
      message={problemText(detail.error)}
      retry={() => void detail.refetch()}
      busy={detail.isFetching}
    />
  );
}

/** Up and down through the rows of the page. */
function useWalk({ rows = [], list, total, atLeast, page }: ContactsList, layers: ContactLayers) {
  const { t } = useTranslation('contacts');
  const { number } = useFormat();
  const at = rows.findIndex(({ id }) => id === layers.contact);
  if (at < 0) return undefined;
  const { page: pageNumber, pageSize } = list.pagination(total, page.data?.nextCursor ?? null);
  const to = (row: (typeof rows)[number] | undefined) => row && (() => layers.show({ contact: row.id }));
  return {
    position: t('sheet.position', {
      position: number((pageNumber - 1) * pageSize + at + 1),
      total: `${number(total)}${atLeast ? '+' : ''}`,
    }),
    onPrevious: to(at > 0 ? rows[at - 1] : undefined),
    onNext: to(rows[at + 1]),
  };
}

type SheetActionsProps = { contact: ContactDetail; layers: ContactLayers };

function SheetActions({ contact, layers }: SheetActionsProps) {
  const { t } = useTranslation(['contacts', 'contact-sheet', 'shell']);
  const actions = use(ContactActionsContext);
  const mayWrite = useHolds('contacts:write');
  const mayExport = useHolds('contacts:export');
  const [asked, setAsked] = useState<string>();
  const close = () => setAsked(undefined);
  const gone = () => layers.show({});
  return (
    <>
      <CopyLink contactId={contact.id} />
      {mayWrite && (
        <Menu trigger={<IconButton label={t('sheet.more')} icon={Ellipsis} />}>
          {mayExport && (
            <MenuItem asChild>
              <a href={addressOfCall(downloadContactData, { params: { contactId: contact.id } })} download>
                <Download aria-hidden className="size-4 text-subtle" />
                {t('sheet.download')}
              </a>
            </MenuItem>
          )}
          <MenuItem icon={Merge} onSelect={() => layers.show({ contact: contact.id, merge: 'choose' })}>
            {t('contact-sheet:merge.menu')}
          </MenuItem>
          {actions.map(({ id, label, icon }) => (
            <MenuItem key={id} icon={icon} onSelect={() => setAsked(id)}>
              {t(`shell:${label}`)}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem icon={Eraser} danger onSelect={() => setAsked('erase')}>
            {t('sheet.erase')}
          </MenuItem>
          <MenuItem icon={Trash2} danger onSelect={() => setAsked('delete')}>
            {t('delete')}
          </MenuItem>
        </Menu>
      )}
      <Suspense>
        {actions.map(
          ({ id, Dialog }) =>
            asked === id && <Dialog key={id} contacts={{ ids: [contact.id] }} onClose={close} onDone={() => {}} />,
        )}
      </Suspense>
      {asked === 'delete' && <DeleteContact contact={contact} onClose={close} onDeleted={gone} />}
      {asked === 'erase' && <EraseDialog contact={contact} onClose={close} onErased={gone} />}
    </>
  );
}

/** The link leads to the contact alone, whatever the list is narrowed by. */
function CopyLink({ contactId }: { contactId: string }) {
  const { t } = useTranslation('contacts');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${window.location.origin}/dashboard/contacts?contact=${contactId}`);
      toast({ title: t('sheet.linkCopied') });
    } catch {
      toast({ tone: 'error', title: t('sheet.linkNotCopied') });
    }
  };
  return <IconButton label={t('sheet.copyLink')} icon={LinkIcon} onClick={() => void copy()} />;
}
