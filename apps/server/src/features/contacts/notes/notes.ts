import { person } from '#features/accounts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { deleteLines } from '../activity/queries.ts';
import { requireContact } from '../contacts.ts';
import { findContact, insertActivity } from '../queries.ts';
import * as queries from './queries.ts';

export async function listNotes(
  ctx: Context,
  contactId: string,
  question: { cursor?: string | undefined; limit: number },
) {
  if (!(await findContact(ctx, contactId))) throw notFound();
  return queries.findNotes(ctx, contactId, question);
}

/** The note and its line in the timeline, which shows the note's own text and so never an old one. */
export function addNote(ctx: Context, contactId: string, typed: string): Promise<queries.NoteRow> {
  return inTransaction(ctx, async (ctx) => {
    const contact = await requireContact(ctx, contactId);
    const { userId } = person(ctx);
    const { id } = await queries.insertNote(ctx, {
      contact_id: contact.id,
      client_id: contact.client_id,
      author_id: userId,
      text: withLineFeeds(typed),
    });
    await insertActivity(ctx, contact, { type: 'note.added', refId: id, data: { by: userId } });
    return requireNote(ctx, contactId, id);
  });
}

export function editNote(ctx: Context, contactId: string, noteId: string, typed: string): Promise<queries.NoteRow> {
  return inTransaction(ctx, async (ctx) => {
    const note = await requireOwn(ctx, contactId, noteId);
    const text = withLineFeeds(typed);
    if (note.text === text) return note;
    await queries.updateNote(ctx, noteId, text);
    return requireNote(ctx, contactId, noteId);
  });
}

export function deleteNote(ctx: Context, contactId: string, noteId: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await requireOwn(ctx, contactId, noteId);
    await queries.deleteNote(ctx, noteId);
    await deleteLines(ctx, contactId, noteId);
  });
}

/** An author edits their own; whoever is ADMIN answers for all of them. */
export function mayChange(ctx: Context, { author_id }: Pick<queries.NoteRow, 'author_id'>): boolean {
  const { userId, role } = person(ctx);
  return role === 'ADMIN' || (role === 'USER' && author_id === userId);
}

async function requireNote(ctx: Context, contactId: string, noteId: string): Promise<queries.NoteRow> {
  const note = await queries.findNote(ctx, contactId, noteId);
  if (!note) throw notFound();
  return note;
}

async function requireOwn(ctx: Context, contactId: string, noteId: string): Promise<queries.NoteRow> {
  await requireContact(ctx, contactId);
  const note = await requireNote(ctx, contactId, noteId);
  if (!mayChange(ctx, note)) throw new Problem('forbidden', 'Only the author or an admin can change this note.');
  return note;
}

/** Browsers and APIs disagree about line ends; a note has one kind. */
const withLineFeeds = (typed: string): string => typed.replace(/\r\n?/g, '\n');
