import { annotationLength } from '@waggle/contracts/annotations';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useUiText } from '#ui/ui-text.tsx';
import { type NoteDraft, useDeleteNote, useSaveNote } from './notes-queries.ts';

type NoteDialogProps = { note: NoteDraft; onClose: () => void };

/** A day and what happened on it. */
export function NoteDialog({ note, onClose }: NoteDialogProps) {
  const { t } = useTranslation('dashboard');
  const text = useUiText();
  const [draft, setDraft] = useState(note);
  const [asked, setAsked] = useState(false);
  const save = useSaveNote();
  const remove = useDeleteNote();
  const problem = save.error ?? remove.error;
  const missing = (value: string) => (asked && value.trim() === '' ? t('growth.note.required') : undefined);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (draft.on !== '' && draft.text.trim() !== '') save.mutate(draft, { onSuccess: onClose });
  };
  return (
    <Dialog open onOpenChange={onClose} title={t(note.id ? 'growth.note.edit' : 'growth.note.add')}>
      <form noValidate onSubmit={send} className="flex flex-col gap-4">
        {problem && <Alert tone="danger">{problemText(problem)}</Alert>}
        <Fields draft={draft} onChange={setDraft} missing={missing} />
        <DialogFooter>
          {note.id && (
            <Button
              variant="danger"
              className="mr-auto"
              busy={remove.isPending}
              onClick={() => remove.mutate(note.id!, { onSuccess: onClose })}
            >
              {t('growth.note.delete')}
            </Button>
          )}
          <DialogClose>
            <Button>{text.cancel}</Button>
          </DialogClose>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {t('growth.note.save')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

type FieldsProps = {
  draft: NoteDraft;
  onChange: (draft: NoteDraft) => void;
  missing: (value: string) => string | undefined;
};

function Fields({ draft, onChange, missing }: FieldsProps) {
  const { t } = useTranslation('dashboard');
  return (
    <>
      <Field label={t('growth.day')} error={missing(draft.on)}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={draft.on}
            onChange={({ currentTarget }) => onChange({ ...draft, on: currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t('growth.note.text')} hint={t('growth.note.hint')} error={missing(draft.text)}>
        {(control) => (
          <TextInput
            {...control}
            data-autofocus
            value={draft.text}
            maxLength={annotationLength}
            autoComplete="off"
            onChange={({ currentTarget }) => onChange({ ...draft, text: currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}
