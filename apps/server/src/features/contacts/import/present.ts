import type { Import, ImportCounts, ImportPlan } from '@waggle/contracts/imports';
import type { ImportWithErrors } from './imports.ts';

type Checked = ImportCounts & Partial<Pick<Import, 'newTags' | 'moreNewTags'>>;

const newTagsIn = (checked: Checked | null): Pick<Import, 'newTags' | 'moreNewTags'> => ({
  newTags: checked?.newTags ?? [],
  moreNewTags: checked?.moreNewTags ?? 0,
});

const notYetStarted = ['uploading', 'uploaded', 'checking', 'checked'];

export const presentImport = (row: ImportWithErrors): Import => ({
  id: row.id,
  kind: row.kind as Import['kind'],
  name: row.name,
  state: row.state as Import['state'],
  bytes: Number(row.bytes),
  encoding: row.encoding as Import['encoding'],
  delimiter: row.delimiter as Import['delimiter'],
  columns: row.columns as Import['columns'],
  plan: row.plan as unknown as ImportPlan | null,
  rows: row.rows === null ? null : Number(row.rows),
  position: Number(row.position),
  checked: row.checked as ImportCounts | null,
  counts: row.counts as ImportCounts | null,
  errors: row.errors.map(({ row_number, kind, email, name, message }) => ({
    row: Number(row_number),
    kind: kind as Import['errors'][number]['kind'],
    email,
    name,
    message,
  })),
  moreErrors: Math.max(0, refusedIn((row.counts ?? row.checked) as ImportCounts | null) - row.errors.length),
  failure: row.failure,
  undone: row.undone as Import['undone'],
  createdAt: row.created_at.toISOString(),
  // Until then the column says when the check began.
  startedAt: notYetStarted.includes(row.state) ? null : (row.started_at?.toISOString() ?? null),
  finishedAt: row.finished_at?.toISOString() ?? null,
  undoUntil: row.undo_until?.toISOString() ?? null,
  clientId: row.client_id,
  createdBy: row.author,
  ...newTagsIn(row.checked as Checked | null),
});

const refusedIn = (counts: ImportCounts | null): number =>
  counts === null ? 0 : counts.invalid + counts.blocked + counts.overLimit;
