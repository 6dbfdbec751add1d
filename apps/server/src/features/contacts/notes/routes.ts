import * as contract from '@waggle/contracts/contact-notes';
import { type Mount, serve } from '#platform/http/serve.ts';
import { addNote, deleteNote, editNote, listNotes } from './notes.ts';
import { presentNote, presentNotes } from './present.ts';

export function noteRoutes(mount: Mount): void {
  serve(mount, contract.listContactNotes, async (ctx, { params, query }) => {
    const { items, ...rest } = await listNotes(ctx, params.contactId, query);
    return { items: await presentNotes(ctx, items), ...rest };
  });
  serve(mount, contract.addContactNote, async (ctx, { params, body }) =>
    presentNote(ctx, await addNote(ctx, params.contactId, body.text)),
  );
  serve(mount, contract.editContactNote, async (ctx, { params, body }) =>
    presentNote(ctx, await editNote(ctx, params.contactId, params.noteId, body.text)),
  );
  serve(mount, contract.deleteContactNote, (ctx, { params }) => deleteNote(ctx, params.contactId, params.noteId));
}
