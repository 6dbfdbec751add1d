import { afterCommit, type Context } from '#platform/context.ts';
import { journalOf } from '#platform/installation/journal-of.ts';
import { createUuidV7 } from '#platform/uuid-v7.ts';
import { clientMarkOf } from '#platform/tracking/opt-out-token.ts';
import { hashOf } from './choices.sql.ts';

const nextId = createUuidV7();

type Noted = { topicId: string; optedOut: boolean; askedAt: number; clientId: string | null; folded: string };

/**
 * Notes outside of the database what the team recorded, as an event like those that edges note of readers: a restored database
 * takes it in once more. An opt-out is noted before it is committed, and what is taken back afterwards: a note too many leaves somebody out.
 */
export async function noteChoice(ctx: Context, { topicId, optedOut, askedAt, clientId, folded }: Noted): Promise<void> {
  const journal = journalOf(ctx.db);
  if (!journal || ctx.isTrial) return;
  const event = {
    id: nextId(),
    organizationId: ctx.organizationId,
    clientId: null,
    kind: 'topics',
    subjectId: topicId,
    happenedAt: askedAt,
    signals: {
      address: '',
      addressHash: (await hashOf(ctx, folded)).toString('hex'),
      clientMark: clientMarkOf(clientId).toString('hex'),
      topics: [{ id: topicId, out: optedOut }],
      byTeam: true as const,
    },
  };
  if (optedOut) journal.noteForGood({ k: 'event', event });
  else afterCommit(ctx, () => void journal.note({ k: 'event', event }));
}
