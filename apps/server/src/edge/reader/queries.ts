import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

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
