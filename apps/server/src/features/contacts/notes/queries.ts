import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { pageWithTotal } from '#platform/keyset.ts';

const notes = (ctx: Context, contactId: string) =>
  ctx.db
    .selectFrom('contact_notes')
    .where('organization_id', '=', ctx.organizationId)
    .where('contact_id', '=', contactId);

const authorName = sql<string | null>`(
  select users.name from directory.users where users.organization_id = contact_notes.organization_id and users.id = contact_notes.author_id)`;

const columns = ['id', 'text', 'author_id', 'created_at', 'edited_at'] as const;
const newestFirst = { by: sql`created_at`, type: 'timestamptz', id: sql`id`, descending: true } as const;

type Question = { cursor?: string | undefined; limit: number };

export const findNotes = (ctx: Context, contactId: string, question: Question) =>
  pageWithTotal(
    notes(ctx, contactId),
    notes(ctx, contactId).select(columns).select(authorName.as('author')),
    question,
    newestFirst,
  );

export const findNote = (ctx: Context, contactId: string, noteId: string) =>
  notes(ctx, contactId)
    .select(columns)
    .select(authorName.as('author'))
    .where('id', '=', noteId)
    .forUpdate()
    .executeTakeFirst();
export type NoteRow = NonNullable<Awaited<ReturnType<typeof findNote>>>;

type NewNote = { contact_id: string; client_id: string | null; author_id: string; text: string };

export const insertNote = (ctx: Context, note: NewNote) =>
  ctx.db
    .insertInto('contact_notes')
    .values({ organization_id: ctx.organizationId, ...note })
    .returning('id')
    .executeTakeFirstOrThrow();

export const updateNote = (ctx: Context, noteId: string, text: string) =>
  ctx.db
    .updateTable('contact_notes')
    .set({ text, edited_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', noteId)
    .execute();

export const deleteNote = (ctx: Context, noteId: string) =>
  ctx.db
    .deleteFrom('contact_notes')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', noteId)
    .execute();
