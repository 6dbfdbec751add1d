import { randomBytes } from 'node:crypto';
import type { Channel } from '@waggle/contracts/contacts';
import type { SuppressionReason } from '@waggle/contracts/suppressions';
import { type Context, inTransaction } from '#platform/context.ts';
import { emitMany } from '#platform/outbox/outbox.ts';
import { activeClient } from '../active-client.ts';
import { contactUpdated } from '../events.ts';
import { holdContacts } from '../queries.ts';
import { contactSuppressed } from './events.ts';
import * as queries from './queries.ts';

export type Cause = {
  reason: SuppressionReason;
  /** Who says so: team, import, unsubscribe-link, a provider's name. */
  source: string;
  sourceId?: string | null;
  /** Whose mail it was about; only an opt-out and what the team sets bind one client. */
  clientId?: string | null;
};

/** Addresses, and rows of news, one statement takes. */
const atOnce = 1_000;

/** Nothing is sent to the address any more, and every contact with it shows why. */
export const suppress = (ctx: Context, { channel, address, ...cause }: Cause & { channel: Channel; address: string }) =>
  suppressMany(ctx, channel, [address], cause);

/** Answers how many were not suppressed before, or for a weaker reason. Addresses are valid ones; numbers are E.164. */
export function suppressMany(
  ctx: Context,
  channel: Channel,
  addresses: readonly string[],
  cause: Cause,
): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    await holdContacts(ctx);
    await queries.makeKey(ctx, randomBytes(32));
    const { reason, source, sourceId = null } = cause;
    const binding = { channel, reason, source, sourceId, clientId: bindingClient(ctx, cause) };
    let added = 0;
    for (const some of inPieces(addresses)) added += await suppressSome(ctx, some, binding);
    return added;
  });
}

async function suppressSome(ctx: Context, addresses: string[], binding: queries.Binding): Promise<number> {
  const { channel, reason } = binding;
  const folded = addresses.map((address) => address.toLowerCase());
  const fresh = await queries.upsertSuppressions(ctx, addresses, binding);
  const changed = await showOn(ctx, folded, binding);
  const noted = fresh.length > 0 ? await queries.noteBound(ctx, 'suppression.added', fresh, binding) : [];
  for (const some of inPieces(noted))
    await emitMany(
      ctx,
      contactSuppressed,
      some.map(({ id, client_id }) => ({ contactId: id, clientId: client_id, channel, reason })),
    );
  await announce(ctx, changed, channel);
  return fresh.length;
}

function showOn(ctx: Context, folded: string[], binding: queries.Binding): Promise<queries.Bound[]> {
  if (binding.channel === 'email') return queries.optOutContacts(ctx, folded, binding);
  return binding.reason === 'bounced' ? Promise.resolve([]) : queries.withdrawNumbers(ctx, folded, binding);
}

export async function announce(ctx: Context, bound: queries.Bound[], channel: Channel): Promise<void> {
  const changed = [channel === 'email' ? 'status' : 'sms_consent'];
  for (const some of inPieces(bound))
    await emitMany(
      ctx,
      contactUpdated,
      some.map(({ id, client_id }) => ({ contactId: id, clientId: client_id, changed })),
    );
}

/** Why nothing is sent, by address in small letters; who is not in it may be written to. Null is the organization's own. */
export async function suppressedAmong(
  ctx: Context,
  channel: Channel,
  addresses: readonly string[],
  clientId: string | null,
): Promise<Map<string, SuppressionReason>> {
  if (addresses.length === 0) return new Map();
  const rows = await queries.findSuppressed(ctx, channel, addresses, clientId);
  return new Map(rows.map(({ folded, reason }) => [folded, reason]));
}

export async function suppressionOf(
  ctx: Context,
  channel: Channel,
  address: string | null,
  clientId: string | null,
): Promise<SuppressionReason | undefined> {
  if (address === null) return undefined;
  return (await suppressedAmong(ctx, channel, [address], clientId)).get(address.toLowerCase());
}

const organizationWide: readonly SuppressionReason[] = ['bounced', 'complained', 'erased'];

/**
 * A dead mailbox, a complaint and an erasure bind every client. Background work, which is where the first two come from,
 * belongs to no client. A person inside one client cannot write over its wall: what they set binds that client alone.
 */
function bindingClient(ctx: Context, { reason, clientId = null }: Cause): string | null {
  return organizationWide.includes(reason) ? activeClient(ctx) : (clientId ?? activeClient(ctx));
}

function* inPieces<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += atOnce) yield items.slice(at, at + atOnce);
}
