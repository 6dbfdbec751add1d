import type { ContactBatch } from '@waggle/contracts/contact-batches';
import type { Tag } from '@waggle/contracts/tags';
import type { ShownBatch } from './queries.ts';

export const presentBatch = (row: ShownBatch): ContactBatch => ({
  id: row.id,
  action: row.action as ContactBatch['action'],
  tag:
    row.tag_id === null || row.tag_name === null
      ? null
      : { id: row.tag_id, name: row.tag_name, color: row.tag_color as Tag['color'] },
  status: ((row.params as { status?: string }).status ?? null) as ContactBatch['status'],
  state: row.state as ContactBatch['state'],
  total: Number(row.total),
  seen: Number(row.seen),
  changed: Number(row.changed),
  restored: Number(row.restored),
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  undoUntil: row.undo_until.toISOString(),
});
