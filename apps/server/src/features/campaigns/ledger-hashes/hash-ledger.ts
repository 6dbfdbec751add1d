import { ensureAddressKey } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import * as queries from './queries.ts';

/** Rows of one commit: some tens of milliseconds. */
const stretch = 2_000;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Gives the rows of a ledger the hash they lack, while their contact exists: deleted afterwards, an opt-out of it holds.
 * Running it twice changes nothing.
 */
export async function hashLedger(ctx: Context, campaignId: string, signal: AbortSignal): Promise<void> {
  await ensureAddressKey(ctx);
  for (let after: string | null = beforeAll; after !== null;) {
    signal.throwIfAborted();
    after = await queries.hashRows(ctx, campaignId, after, stretch);
  }
  await queries.markHashed(ctx, campaignId);
}
