import { noteLength } from '@waggle/contracts/contact-notes';
import { SquareCheck, StickyNote } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { UnsavedChanges } from '#lib/unsaved-changes.tsx';
import { Button } from '#ui/button.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { toast } from '#ui/toast-store.ts';
import { onModEnter } from './mod-enter.ts';
import { useAddNote } from './queries.ts';
import { TaskForm } from './tasks/task-form.tsx';

/** What a person typed and did not send, by person and contact: another row of the list must not cost it. */
const drafts = new Map<string, string>();

/** A note or a task, begun where the timeline is read. */
export function Composer({ contactId }: { contactId: string }) {
  const { t } = useTranslation('contact-sheet');
  const [mode, setMode] = useState<'note' | 'task'>('note');
  const [dirtyTask, setDirtyTask] = useState(false);
  const note = useNoteDraft(contactId);
  const empty = note.text.trim() === '';
  const kind = (
    <SegmentedControl
      label={t('composer.kind')}
      value={mode}
      onValueChange={setMode}
      options={[
        { value: 'note', label: t('composer.note'), icon: StickyNote },
        { value: 'task', label: t('composer.task'), icon: SquareCheck },
      ]}
    />
  );
  return (
    <div className="mt-4 rounded-lg border border-line-control bg-surface focus-within:border-(--focus)">
      {mode === 'note' ? (
        <>
          <textarea
            aria-label={t('notes.text')}
            placeholder={t('notes.placeholder')}
            rows={2}
            maxLength={noteLength}
            value={note.text}
            onChange={(event) => note.type(event.currentTarget.value)}
            onKeyDown={onModEnter(() => void note.send())}
            className="block field-sizing-content max-h-60 w-full resize-none bg-transparent px-3 pt-2.5 text-sm text-ink outline-none placeholder:text-subtle"
          />
          <div className="flex items-center justify-between gap-2 p-2">
            {kind}
            <Button
              size="sm"
              busy={note.busy}
              disabledReason={empty ? t('notes.empty') : undefined}
              onClick={() => void note.send()}
            >
              {t('notes.add')}
            </Button>
          </div>
        </>
      ) : (
        <TaskForm contactId={contactId} onDirty={setDirtyTask} leading={kind} />
      )}
      <UnsavedChanges asks={!empty || (mode === 'task' && dirtyTask)} />
    </div>
  );
}

function useNoteDraft(contactId: string) {
  const { t } = useTranslation(['contact-sheet', 'app']);
  const key = `${useUser().id} ${contactId}`;
  const [text, setText] = useState(drafts.get(key) ?? '');
  const add = useAddNote(contactId);
  const type = (next: string) => {
    setText(next);
    if (next === '') drafts.delete(key);
    else drafts.set(key, next);
  };
  const send = async () => {
    if (text.trim() === '' || add.isPending) return;
    try {
      await add.mutateAsync(text);
      // Somebody may have begun the next one meanwhile.
      setText((now) => (now === text ? '' : now));
      if (drafts.get(key) === text) drafts.delete(key);
      toast({ tone: 'success', title: t('notes.added') });
    } catch (error) {
      toast({ tone: 'error', title: t('app:error'), description: problemText(error) });
    }
  };
  return { text, type, send, busy: add.isPending };
}
