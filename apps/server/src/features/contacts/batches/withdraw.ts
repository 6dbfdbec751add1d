import type { Context } from '#platform/context.ts';
import { suppressMany } from '../suppression/suppressions.ts';
import { liftSuppressions } from './withdrawal.sql.ts';

type Addressed = { id: string; email: string; client_id: string | null };

/** Who is made unsubscribed in bulk is suppressed, so that no import and no form revives the address. */
export async function withdrawMany(ctx: Context, contacts: Addressed[], batchId: string): Promise<void> {
  for (const [clientId, some] of Map.groupBy(contacts, ({ client_id }) => client_id))
    await suppressMany(
      ctx,
      'email',
      some.map(({ email }) => email),
      { reason: 'manual', source: 'bulk', sourceId: batchId, clientId },
    );
}

/** Lifts what this batch has suppressed, and nothing that anybody else has. */
export const reinstateMany = (ctx: Context, contacts: { id: string }[], batchId: string): Promise<void> =>
  liftSuppressions(
    ctx,
    batchId,
    contacts.map(({ id }) => id),
  );
