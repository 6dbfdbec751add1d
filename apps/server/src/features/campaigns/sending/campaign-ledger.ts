import type { Asked } from '@waggle/email/content/kept-values';
import { findTagIdsOf } from '#features/contacts/index.ts';
import { type Claim, type Claimed, createSendNotes, type Result, type SendLedger } from '#features/delivery/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import type { StepNote } from '#platform/installation/entries.ts';
import { emit } from '#platform/outbox/outbox.ts';
import { clientMarkOf } from '#platform/tracking/opt-out-token.ts';
import { campaignFinished } from '../events.ts';
import type { Mailing } from '../content/mailing.ts';
import type { Campaigns } from '../parts.ts';
import { countStates, keepProgress, lockCampaign } from '../queries.ts';
import * as queries from './queries.ts';
import { keepWhatIsSaid } from './said.ts';

type LedgerParts = {
  mailing: Mailing;
  /** Keeps mails from leaving by an old database, and notes those that leave outside of it. */
  installation: Campaigns['installation'];
  /** Whether parts of the email are only for people with a tag. */
  asksForTags?: boolean;
  /** What is kept of each reader for the email's page in a browser. */
  keeps?: Asked | null;
  /** Of one that sends an email of an automation. */
  step?: StepNote | undefined;
};

/** The rows of one campaign in campaign_sends; a recipient is a contact. */
export const createCampaignLedger = (
  ctx: Context,
  ledger: queries.Ledger,
  { mailing, installation, asksForTags = false, keeps = null, step }: LedgerParts,
): SendLedger => ({
  claim: async (claim) => {
    const readers = await claimContacts(ctx, ledger, claim, asksForTags);
    if (keeps) await keepWhatIsSaid(ctx, ledger, readers, keeps);
    return readers.map((row) => claimedOf(row, mailing));
  },
  write: (writes, leaseSeconds) => queries.write(ctx, ledger, { ...writes, fence: installation.fence() }, leaseSeconds),
  settleLate: (results) => settleLate(ctx, ledger, results),
  release: (rows) => queries.release(ctx, ledger, rows),
  renew: (rows, leaseSeconds) => queries.renew(ctx, ledger, rows, leaseSeconds),
  nextDue: () => queries.nextDue(ctx, ledger),
  completeIfDone: () => completeIfDone(ctx, ledger),
  journal: createSendNotes((sends) =>
    installation.note({ k: 'sends', organizationId: ctx.organizationId, ...ledger, ...(step && { step }), sends }),
  ),
});

type Reader = queries.ClaimedContact & { tagIds?: readonly string[] };

async function claimContacts(ctx: Context, ledger: queries.Ledger, claim: Claim, withTags: boolean): Promise<Reader[]> {
  const rows = await queries.claim(ctx, ledger, claim);
  if (!withTags || rows.length === 0) return rows;
  const tags = await findTagIdsOf(
    ctx,
    rows.map(({ recipientId }) => recipientId),
  );
  return rows.map((row) => ({ ...row, tagIds: tags.get(row.recipientId) ?? [] }));
}

/** The mail is composed only when a connection is there for it. */
function claimedOf(contact: Reader, mailing: Mailing): Claimed {
  const { recipientId, leaseNo, sendId, attempts, receiver, leftOut, email, addressHash, clientId } = contact;
  const row = { recipientId, leaseNo, sendId, attempts, receiver };
  if (leftOut !== null || email === null) return { ...row, leftOut: leftOut ?? 'deleted' };
  const compose = () => {
    const hashed = addressHash && { addressHash, clientMark: clientMarkOf(clientId) };
    return mailing.compose({ ...contact, email, ...(hashed && { hashed }) });
  };
  return { ...row, leftOut: null, email, compose };
}

/** Taken for lost meanwhile. The figures of a completed campaign follow what is now known. */
const settleLate = (ctx: Context, ledger: queries.Ledger, late: readonly Result[]): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const campaign = await lockCampaign(ctx, ledger.campaignId);
    const isNew = await queries.settleLate(ctx, ledger, late);
    if (!isNew || campaign?.status !== 'COMPLETED') return;
    await keepProgress(ctx, ledger.campaignId, await countStates(ctx, ledger.campaignId, ledger.month));
  });

/**
 * Counting a million rows takes longer than a page may. Counted under the lock that a retry of failed emails holds: by a count from
 * before it, the campaign would end with everybody who waits again, and nobody would look at it any more. Asked only once nobody waits.
 */
export const completeIfDone = (ctx: Context, ledger: queries.Ledger): Promise<boolean> =>
  withStatementTimeout(ctx, 60, async (ctx) => {
    if ((await lockCampaign(ctx, ledger.campaignId))?.status !== 'ACTIVE') return false;
    const done = await queries.completeIfDone(ctx, ledger);
    // The end of an email to one contact stands with the contact; its subject concerns who wrote it. Those of automations end many times a day.
    if (done && !done.isCancelled && done.isListed)
      await emit(ctx, campaignFinished, { campaignId: ledger.campaignId, clientId: done.clientId });
    return done !== undefined;
  });
