import type { Context } from '#platform/context.ts';
import { noteLifted } from '../suppression/journal.ts';
import { suppressMany } from '../suppression/suppressions.ts';
import { bindAgain, findLiftedNow, liftSuppressions } from './withdrawal.sql.ts';

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

type Known = { id: string };

/** Lifts what this batch has suppressed, and nothing that anybody else has. Whoever `restore` leaves unsubscribed stays suppressed. */
export async function reinstateMany<Contact extends Known>(
  ctx: Context,
  contacts: Contact[],
  batchId: string,
  restore: () => Promise<Contact[]>,
): Promise<Contact[]> {
  const ids = contacts.map(({ id }) => id);
  await liftSuppressions(ctx, batchId, ids);
  const restored = await restore();
  const back = new Set(restored.map(({ id }) => id));
  const left = ids.filter((id) => !back.has(id));
  if (left.length > 0) await bindAgain(ctx, batchId, left);
  for (const [clientId, some] of Map.groupBy(await findLiftedNow(ctx, batchId), (one) => one.clientId)) {
    const hashes = some.map(({ hash }) => hash);
    await noteLifted(ctx, { channel: 'email', clientId, source: 'bulk', hashes, revives: true });
  }
  return restored;
}
