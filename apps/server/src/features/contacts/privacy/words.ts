import { type Context, inTransaction } from '#platform/context.ts';
import { holdContacts } from '../queries.ts';
import { forgetWordsAfter } from './queries.ts';

/**
 * Removes every word that is in nobody's name any more: a word of an erased person, of a name they had before, or one that
 * only background work can tell to be nobody's, because it looks over all clients.
 */
export async function removeUnusedWords(ctx: Context, signal?: AbortSignal): Promise<void> {
  for (let last: string | null = ''; last !== null;) {
    signal?.throwIfAborted();
    const after: string = last;
    last = await inTransaction(ctx, async (ctx) => {
      // Whoever adds a contact now learns its words after this, not before.
      await holdContacts(ctx);
      return forgetWordsAfter(ctx, after);
    });
  }
}
