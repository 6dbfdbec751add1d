import { useQuery } from '@tanstack/react-query';
import { NotebookPen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { MenuItem } from '#ui/menu.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { type Note, type NoteDraft, notesQuery } from './notes-queries.ts';

type Notes = {
  notes: readonly Note[];
  /** Opens one for whoever may change it. */
  edit: ((note: Note) => void) | undefined;
  /** For the menu of the chart. */
  add: ReactNode;
  dialog: ReactNode;
};

/** What people wrote on days of the curve, and the way to write more. */
export function useNotes(days: { from: string; to: string } | undefined): Notes {
  const { t } = useTranslation('dashboard');
  const mayWrite = useHolds('annotations:write');
  const [draft, setDraft] = useState<NoteDraft>();
  const mayRead = useHolds('dashboard:read');
  const { data } = useQuery(notesQuery(mayRead && days ? { from: days.from, to: days.to } : undefined));
  return {
    notes: data?.items ?? [],
    edit: mayWrite ? ({ id, on, text }) => setDraft({ id, on, text }) : undefined,
    add: mayWrite && days && (
      <MenuItem key="note" icon={NotebookPen} onSelect={() => setDraft({ on: days.to, text: '' })}>
        {t('growth.note.add')}
      </MenuItem>
    ),
    dialog: draft && <NoteDialog note={draft} onClose={() => setDraft(undefined)} />,
  };
}
