import { useNavigate } from '@tanstack/react-router';
import { NotebookPen, Send, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useReportAddress } from '#features/campaigns/index.ts';
import { useFormat } from '#lib/format.ts';
import type { ChartMark } from '#ui/chart-marks.tsx';
import { MenuItem } from '#ui/menu.tsx';
import { nearMarks } from './near-marks.ts';
import type { Note } from './notes-queries.ts';

/** What was sent and imported. */
type Happened = { on: string; kind: 'campaign' | 'import'; id: string; name: string };
type Mark = Happened | { kind: 'note'; id: string; on: string; name: string; note: Note };

type Given = {
  /** Of the curve, in order. */
  days: readonly string[];
  /** The first that the first point stands for; else its own. */
  from?: string | undefined;
  marks: readonly Happened[];
  notes: readonly Note[];
  editNote: ((note: Note) => void) | undefined;
};

const icons = { campaign: Send, import: Upload, note: NotebookPen } as const;

/** Campaigns, imports and notes on their days; each opens what it is about. */
export function useDayMarks({ days, from, marks, notes, editNote }: Given): ChartMark[] {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const navigate = useNavigate();
  const mayImport = useHolds('contacts:write');
  const reportOf = useReportAddress();
  const open = (mark: Mark) => {
    if (mark.kind === 'note') return editNote?.(mark.note);
    const { kind, id } = mark;
    return void (kind === 'campaign'
      ? navigate(reportOf(id))
      : navigate({ to: '/dashboard/contacts/imports', search: { import: id } }));
  };
  const describe = (mark: Mark) => {
    const day = format.day(mark.on);
    if (mark.kind !== 'note') return t(`growth.${mark.kind}`, { day });
    return mark.note.author ? t('growth.note.by', { day, author: mark.note.author }) : day;
  };
  const written = notes.map((note) => ({ kind: 'note' as const, id: note.id, on: note.on, name: note.text, note }));
  const isClosed = ({ kind }: Mark) => (kind === 'import' && !mayImport) || (kind === 'note' && !editNote);
  return nearMarks(
    days,
    [...marks, ...written].toSorted((a, b) => a.on.localeCompare(b.on)),
    from,
  ).map(({ place, marks: [first, ...others] }) => ({
    place,
    icon: icons[first.kind],
    label: t('growth.mark', {
      day: format.day(first.on),
      names: format.list([first, ...others].map(({ name }) => name)),
    }),
    items: [first, ...others].map((mark) => (
      <MenuItem
        key={mark.id}
        icon={icons[mark.kind]}
        description={describe(mark)}
        disabled={isClosed(mark)}
        onSelect={() => open(mark)}
      >
        {mark.name}
      </MenuItem>
    )),
  }));
}
