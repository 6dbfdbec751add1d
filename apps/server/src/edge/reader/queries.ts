import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { OptOutClaims } from '../../platform/tracking/opt-out-token.ts';

export type ReaderRow = { maskedAddress: string; pausedUntil: Date | null };

/** Of whoever a mail went to; undefined for one whose contact is gone or has another address by now. */
export const findReader = async (
  { edge }: Database,
  { organizationId, sendId }: { organizationId: string; sendId: string },
): Promise<ReaderRow | undefined> =>
  (
    await sql<ReaderRow>`select masked_address as "maskedAddress", paused_until as "pausedUntil"
      from reader_of_send(${organizationId}::uuid, ${sendId}::uuid)`.execute(edge)
  ).rows[0];

export type TopicRow = { id: string; name: string; description: string; optedOut: boolean };

/** Topics of whoever sent a mail, and what its reader chose of them. Empty where nobody knows whose it was. */
export async function findTopics({ edge }: Database, claims: OptOutClaims): Promise<TopicRow[]> {
  const { organizationId, sendId, hashed } = claims;
  const { rows } = await sql<TopicRow>`select id, name, description, opted_out as "optedOut"
    from topics_of_send(${organizationId}::uuid, ${sendId}::uuid, ${hashed?.addressHash ?? null}::bytea, ${hashed?.clientMark ?? null}::bytea)`.execute(
    edge,
  );
  return rows;
}
