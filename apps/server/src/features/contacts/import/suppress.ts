import type { ImportCounts } from '@waggle/contracts/imports';
import type { Context } from '#platform/context.ts';
import { suppressedAmong, suppressMany } from '../suppression/suppressions.ts';
import type { Batch } from './rows/batches.ts';
import { noCounts } from './rows/classify.ts';

type Target = { importId: string; clientId: string | null };

/** An import of addresses that shall get nothing: those known already stay as they are. */
export async function suppressRows(
  ctx: Context,
  { importId, clientId }: Target,
  { ready, refused, repeated }: Batch,
  write: boolean,
): Promise<{ counts: ImportCounts }> {
  const addresses = ready.map(({ folded }) => folded);
  const known = await suppressedAmong(ctx, 'email', addresses, clientId);
  const fresh = addresses.filter((address) => !known.has(address));
  // Those of another file or of a person are named by this one too: taking that back does not take this back.
  const shared = addresses.filter((address) => known.get(address) === 'manual');
  if (write && fresh.length + shared.length > 0)
    await suppressMany(ctx, 'email', [...fresh, ...shared], {
      reason: 'manual',
      source: 'import',
      sourceId: importId,
      clientId,
    });
  const counts = { created: fresh.length, unchanged: known.size, duplicate: repeated, invalid: refused.length };
  return { counts: { ...noCounts, ...counts } };
}
