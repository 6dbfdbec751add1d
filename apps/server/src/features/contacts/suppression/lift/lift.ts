import type { Channel } from '@waggle/contracts/contacts';
import { liftableReasons, type SuppressionReason } from '@waggle/contracts/suppressions';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { refuseBeyondPlan } from '../../plan.ts';
import { holdContacts } from '../../queries.ts';
import { noteLifted } from '../journal.ts';
import { noteBound, type Target } from '../queries.ts';
import { foundByHash } from '../suppressions.ts';
import * as queries from './queries.ts';

/** The address may be written to again, and its contacts with it, unless something else binds them. */
export function lift(ctx: Context, suppressionId: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const counted = await holdContacts(ctx);
    const standing = await queries.findStanding(ctx, suppressionId);
    if (!standing) throw notFound();
    refuseOptOut(standing.reason as SuppressionReason);
    if (!(await queries.liftSuppression(ctx, suppressionId))) throw boundEverywhere();
    await release(ctx, await addressesOf(ctx, standing), standing);
    await refuseBeyondPlan(ctx, counted);
    const { channel, client_id: clientId, source, address_hash } = standing;
    await noteLifted(ctx, { channel: channel as Channel, clientId, source, hashes: [address_hash], revives: true });
  });
}

/** What the team took back before, told to a restored database. Beyond the plan too, as it was within it then. */
export async function liftAt(
  ctx: Context,
  suppressionId: string,
  { at, revives }: { at: Date; revives: boolean },
): Promise<void> {
  const standing = await queries.findStanding(ctx, suppressionId);
  if (!standing || !(await queries.liftSuppression(ctx, suppressionId, at))) return;
  if (revives) await release(ctx, await addressesOf(ctx, standing), standing);
}

/** `since` is the earliest moment at which the opt-out may have begun. */
export type OwnOptOut = { address: Target; clientId: string | null; source: string; sourceId: string; since: Date };

/**
 * The person takes back what they did through the same link, and nothing else: an opt-out by any other way stands. They
 * come back even beyond the plan, as they would had they never gone. Answers whether there was anything to take back.
 */
export function takeBackOptOut(ctx: Context, own: OwnOptOut): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    await holdContacts(ctx);
    const standing = await queries.findOwnOptOut(ctx, own);
    if (!standing || !(await queries.liftSuppression(ctx, standing.id))) return false;
    await release(ctx, await addressesOf(ctx, standing), standing);
    return true;
  });
}

/** One made by its hash alone may have a contact by now. */
async function addressesOf(ctx: Context, { address, address_hash }: queries.Standing): Promise<string[]> {
  if (address !== null) return [address.toLowerCase()];
  return [...(await foundByHash(ctx, [address_hash])).values()];
}

async function release(ctx: Context, folded: string[], standing: queries.Standing): Promise<void> {
  if (folded.length === 0) return;
  const channel = standing.channel as Channel;
  const reason = standing.reason as SuppressionReason;
  if (channel === 'email') await queries.reviveContacts(ctx, folded, standing);
  else await queries.restoreNumbers(ctx, folded, standing);
  const { client_id: clientId, source } = standing;
  await noteBound(ctx, 'suppression.lifted', folded, { channel, reason, source, clientId });
}

function refuseOptOut(reason: SuppressionReason): void {
  if (liftableReasons.includes(reason)) return;
  throw new Problem('opted_out', 'This person opted out. Only they can opt back in.');
}

/** The wall lets a client read what binds everybody, and not change it. */
const boundEverywhere = () =>
  new Problem(
    'other_client',
    "This address is suppressed for the whole organization and can't be removed for one client.",
  );
