import type { ContactNote } from '@waggle/contracts/contact-notes';
import { findPhotoNames, photoUrl } from '#features/accounts/index.ts';
import type { Context } from '#platform/context.ts';
import { mayChange } from './notes.ts';
import type { NoteRow } from './queries.ts';

type Photos = Awaited<ReturnType<typeof findPhotoNames>>;

/** With the pictures of their authors, found once for all of them. */
export async function presentNotes(ctx: Context, rows: readonly NoteRow[]): Promise<ContactNote[]> {
  const authors = rows.map(({ author_id }) => author_id);
  const photos = await findPhotoNames(ctx, authors);
  return rows.map((row) => presentOne(ctx, row, photos));
}

export const presentNote = async (ctx: Context, row: NoteRow): Promise<ContactNote> =>
  (await presentNotes(ctx, [row]))[0]!;

const presentOne = (ctx: Context, row: NoteRow, photos: Photos): ContactNote => ({
  id: row.id,
  text: row.text,
  author: row.author,
  authorPhotoUrl: row.author === null ? null : photoUrl(photos.get(row.author_id)),
  mayChange: mayChange(ctx, row),
  createdAt: row.created_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
});
