import type { ContactNote } from '@waggle/contracts/contact-notes';
import type { Context } from '#platform/context.ts';
import { mayChange } from './notes.ts';
import type { NoteRow } from './queries.ts';

export const presentNote = (ctx: Context, row: NoteRow): ContactNote => ({
  id: row.id,
  text: row.text,
  author: row.author,
  mayChange: mayChange(ctx, row),
  createdAt: row.created_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
});
