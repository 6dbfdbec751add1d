import type { ContactBatch } from '@waggle/contracts/contact-batches';
import type { Tag } from '@waggle/contracts/tags';
import type { Context } from '#platform/context.ts';
import { findContactNames } from '../audited.sql.ts';
import { type LeftOutSoFar, type Names, presentEntry } from './entry-answer.ts';
import type { ShownBatch } from './queries.ts';

/** With the names of all who were left out, by one statement. */
export async function presentBatches(ctx: Context, rows: readonly ShownBatch[]): Promise<ContactBatch[]> {
  const ids = rows.flatMap((row) => leftOutOf(row).people.map(({ contactId }) => contactId));
  const names = ids.length > 0 ? await findContactNames(ctx, ids) : [];
  return rows.map((row) => present(row, names));
}

export async function presentBatch(ctx: Context, row: ShownBatch): Promise<ContactBatch> {
  const [batch] = await presentBatches(ctx, [row]);
  return batch!;
}

const leftOutOf = ({ left_out }: ShownBatch): LeftOutSoFar =>
  (left_out as LeftOutSoFar | null) ?? { counts: {}, people: [] };

const present = (row: ShownBatch, names: Names): ContactBatch => ({
  id: row.id,
  action: row.action as ContactBatch['action'],
  tag:
    row.tag_id === null || row.tag_name === null
      ? null
      : { id: row.tag_id, name: row.tag_name, color: row.tag_color as Tag['color'] },
  status: ((row.params as { status?: string }).status ?? null) as ContactBatch['status'],
  automation:
    row.automation_id === null || row.automation_name === null
      ? null
      : { id: row.automation_id, name: row.automation_name },
  entry: row.action === 'enter' ? presentEntry(Number(row.changed), leftOutOf(row), names) : null,
  state: row.state as ContactBatch['state'],
  total: Number(row.total),
  seen: Number(row.seen),
  changed: Number(row.changed),
  restored: Number(row.restored),
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  undoUntil: row.undo_until.toISOString(),
});
