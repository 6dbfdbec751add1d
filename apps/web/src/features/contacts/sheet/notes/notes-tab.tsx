import { useQuery } from '@tanstack/react-query';
import type { ContactNote } from '@waggle/contracts/contact-notes';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Time } from '#lib/time.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast-store.ts';
import { notesQuery, useDeleteNote } from '../queries.ts';
import { EditNote } from './edit-note.tsx';
import { NoteText } from './note-text.tsx';

export function NotesTab({ contactId }: { contactId: string }) {
  const { t } = useTranslation('contact-sheet');
  const notes = useQuery(notesQuery(contactId));
  if (notes.isPending) return <SkeletonRows className="pt-4" />;
  if (notes.isError) {
    return (
      <LoadError
        title={t('notes.failed')}
        message={problemText(notes.error)}
        retry={() => void notes.refetch()}
        busy={notes.isFetching}
      />
    );
  }
  const { items, total } = notes.data;
  if (items.length === 0) return <p className="py-6 text-sm text-subtle">{t('notes.none')}</p>;
  return (
    <ol className="flex flex-col divide-y divide-line py-2">
      {items.map((note) => (
        <Note key={note.id} note={note} contactId={contactId} />
      ))}
      {total > items.length && (
        <li className="py-3 text-xs text-subtle">{t('notes.newest', { shown: items.length })}</li>
      )}
    </ol>
  );
}

type NoteProps = { note: ContactNote; contactId: string };

function Note({ note, contactId }: NoteProps) {
  const { t } = useTranslation(['contact-sheet', 'contacts']);
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const close = () => setOpen(undefined);
  const author = note.author ?? t('team.former');
  return (
    <li className="flex items-start gap-3 py-3 text-sm">
      <Avatar name={author} src={note.authorPhotoUrl ?? undefined} size={24} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-subtle">
          <span className="text-sm font-semibold text-ink">{author}</span>
          <Time at={note.createdAt} />
          {note.editedAt && <span>{t('notes.edited')}</span>}
        </p>
        {open === 'edit' ? (
          <EditNote note={note} contactId={contactId} onClose={close} />
        ) : (
          <p className="mt-0.5 text-ink">
            <NoteText text={note.text} />
          </p>
        )}
      </div>
      {note.mayChange && open !== 'edit' && (
        <span className="flex shrink-0">
          <IconButton label={t('notes.edit')} icon={Pencil} size="sm" onClick={() => setOpen('edit')} />
          <IconButton label={t('notes.delete')} icon={Trash2} size="sm" onClick={() => setOpen('delete')} />
        </span>
      )}
      {open === 'delete' && <DeleteNote note={note} contactId={contactId} onClose={close} />}
    </li>
  );
}

function DeleteNote({ note, contactId, onClose }: NoteProps & { onClose: () => void }) {
  const { t } = useTranslation(['contact-sheet', 'contacts', 'app']);
  const remove = useDeleteNote(contactId);
  const confirm = async () => {
    try {
      await remove.mutateAsync(note.id);
      toast({ tone: 'success', title: t('notes.deleted') });
    } catch (error) {
      toast({ tone: 'error', title: t('app:error'), description: problemText(error) });
    }
    onClose();
  };
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('notes.deleteQuestion')}
      confirmLabel={t('contacts:delete')}
      busy={remove.isPending}
      busyLabel={t('contacts:deleting')}
      onConfirm={() => void confirm()}
    >
      {t('notes.deleteText')}
    </Confirm>
  );
}
