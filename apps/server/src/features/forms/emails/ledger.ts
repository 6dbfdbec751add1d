import { type Claimed, createSendNotes, type SendLedger } from '#features/delivery/index.ts';
import type { Context } from '#platform/context.ts';
import type { Forms } from '../parts.ts';
import * as queries from './queries.ts';

export type Compose = (row: queries.ClaimedEmail & { email: string }) => Promise<Buffer>;
type Parts = { compose: Compose; envelopeFrom: string; installation: Forms['installation'] };

/** The rows of one client in form_emails; a recipient is one of them. */
export const createFormLedger = (
  ctx: Context,
  ledger: queries.Ledger,
  { compose, envelopeFrom, installation }: Parts,
): SendLedger => ({
  async claim(claim) {
    const rows = await queries.claim(ctx, ledger, claim);
    return Promise.all(rows.map((row) => claimedOf(row, compose, envelopeFrom)));
  },
  write: (writes, leaseSeconds) => queries.write(ctx, { ...writes, fence: installation.fence() }, leaseSeconds),
  settleLate: async (results) => void (await queries.settleLate(ctx, results)),
  release: async (rows) => void (await queries.release(ctx, rows)),
  renew: async (rows, leaseSeconds) => void (await queries.renew(ctx, rows, leaseSeconds)),
  nextDue: () => queries.nextDue(ctx, ledger),
  completeIfDone: async () => true,
  journal: createSendNotes((sends) =>
    installation.note({ k: 'form-sends', organizationId: ctx.organizationId, sends }),
  ),
});

async function claimedOf(row: queries.ClaimedEmail, compose: Compose, envelopeFrom: string): Promise<Claimed> {
  const { recipientId, leaseNo, sendId, attempts, receiver, email, leftOut } = row;
  const base = { recipientId, leaseNo, sendId, attempts, receiver };
  if (leftOut !== null || email === null) return { ...base, leftOut: leftOut ?? 'deleted' };
  // One that nobody can write fails by itself, and not those that were claimed with it.
  const written = await compose({ ...row, email }).then(
    (message) => () => ({ envelopeFrom, message }),
    (error: unknown) => () => {
      throw error;
    },
  );
  return { ...base, leftOut: null, email, compose: written };
}
