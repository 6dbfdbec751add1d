import { noteLength, type ContactNote } from '@waggle/contracts/contact-notes';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { FieldMessage } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast-store.ts';
import { useEditNote } from '../queries.ts';
import { useEscapeFirst } from '../use-escape-first.ts';
import { onModEnter } from '../mod-enter.ts';

type EditNoteProps = { note: ContactNote; contactId: string; onClose: () => void };

/** The text becomes a field in its place; Undo in the toast puts the old text back. */
export function EditNote({ note, contactId, onClose }: EditNoteProps) {
  const { t } = useTranslation(['contact-sheet', 'contacts', 'app']);
  const edit = useEditNote(contactId);
  const messageId = useId();
  const [text, setText] = useState(note.text);
  useEscapeFirst(true, onClose);
  const failed = (error: unknown) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) });
  const undo = () => void edit.mutateAsync({ noteId: note.id, text: note.text }).catch(failed);
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() === note.text) return onClose();
    await edit.mutateAsync({ noteId: note.id, text }).then(() => {
      toast({
        tone: 'success',
        title: t('notes.saved'),
        action: { label: t('contacts:undo'), undo: true, onAction: undo },
      });
      onClose();
    }, failed);
  };
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="mt-1.5 flex flex-col gap-2">
      <Textarea
        aria-label={t('notes.text')}
        aria-describedby={messageId}
        rows={3}
        maxLength={noteLength}
        value={text}
        // The field replaces the text whose button was just pressed.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onModEnter(() => void save())}
      />
      <FieldMessage id={messageId} error={text.trim() === '' ? t('notes.empty') : undefined} />
      <span className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" busy={edit.isPending} disabled={text.trim() === ''}>
          {t('contacts:save')}
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          {t('contacts:cancel')}
        </Button>
      </span>
    </form>
  );
}
