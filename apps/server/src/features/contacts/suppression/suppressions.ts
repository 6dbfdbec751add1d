import { randomBytes } from 'node:crypto';
import type { Channel } from '@waggle/contracts/contacts';
import type { SuppressionReason, SuppressionSource } from '@waggle/contracts/suppressions';
import { activeClient } from '#platform/active-client.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import { holdContacts } from '../queries.ts';
import { noteSuppressed } from './journal.ts';
import * as queries from './queries.ts';

export type Cause = {
  reason: SuppressionReason;
  source: SuppressionSource;
  sourceId?: string | null;
  /** Whose mail it was about; only an opt-out and what the team sets bind one client. */
  clientId?: string | null;
  /** When it happened, of what a restored database is told again. */
  at?: Date;
};

/** Addresses one statement takes. */
const atOnce = 1_000;

/** For a look at every contact of an organization; a million take two on a quiet machine. */
const scanSeconds = 60;

/** Nothing is sent to the address any more, and every contact with it shows why. */
export const suppress = (ctx: Context, { channel, address, ...cause }: Cause & { channel: Channel; address: string }) =>
  suppressMany(ctx, channel, [address], cause);

/**
 * Answers how many were not suppressed before, or for a weaker reason. Addresses are valid ones, numbers are E.164, and
 * the hash of an email does as well: whoever has that address, or brings it back, gets nothing.
 */
export function suppressMany(
  ctx: Context,
  channel: Channel,
  targets: readonly queries.Target[],
  cause: Cause,
): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    await holdContacts(ctx);
    await ensureAddressKey(ctx);
    const { reason, source, sourceId = null, at } = cause;
    const binding = { channel, reason, source, sourceId, clientId: bindingClient(ctx, cause), ...(at && { at }) };
    let added = 0;
    for (const some of inPieces(targets)) added += await suppressSome(ctx, some, binding);
    return added;
  });
}

/** Without its key an organization has no hashes. A second one is never made, whoever comes at the same time. */
export const ensureAddressKey = async (ctx: Pick<Context, 'db' | 'organizationId'>): Promise<void> => {
  await queries.makeKey(ctx, randomBytes(32));
};

async function suppressSome(ctx: Context, targets: queries.Target[], binding: queries.Binding): Promise<number> {
  const { reason } = binding;
  if (reason === 'unsubscribed' || reason === 'manual') await queries.shareOptOuts(ctx, targets, binding);
  const fresh = await queries.upsertSuppressions(ctx, targets, binding);
  const found = await nameFresh(ctx, fresh, binding);
  const folded = targets.flatMap((target) => (typeof target === 'string' ? target.toLowerCase() : []));
  await showOn(ctx, [...folded, ...found], binding);
  const named = [...fresh.flatMap(({ folded }) => folded ?? []), ...found];
  const bound = named.length > 0 ? await queries.noteBound(ctx, 'suppression.added', named, binding) : [];
  const noted = { hashes: fresh.map(({ hash }) => hash), contactIds: bound.map(({ id }) => id) };
  await noteSuppressed(ctx, noted, binding);
  return fresh.length;
}

/** Contacts may have the address whose hash is all that was said: added again under another id, for one. */
async function nameFresh(
  ctx: Context,
  fresh: readonly queries.Suppressed[],
  binding: queries.Binding,
): Promise<string[]> {
  // Numbers have no such hash.
  if (binding.channel !== 'email') return [];
  const nameless = fresh.filter(({ folded }) => folded === null);
  const found = await foundByHash(
    ctx,
    nameless.map(({ hash }) => hash),
  );
  const named = nameless.flatMap(({ hash }) => {
    const folded = found.get(hash.toString('hex'));
    return folded === undefined ? [] : { folded, hash };
  });
  if (named.length > 0) await queries.nameSuppressions(ctx, named, binding);
  return named.map(({ folded }) => folded);
}

/** Emails of contacts in small letters, by their hash in hex. Looks at every contact there is. */
export async function foundByHash(ctx: Context, hashes: readonly Buffer[]): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map();
  const found = await withStatementTimeout(ctx, scanSeconds, (ctx) => queries.findByHash(ctx, hashes));
  return new Map(found.map(({ folded, hash }) => [hash.toString('hex'), folded]));
}

function showOn(ctx: Context, folded: string[], binding: queries.Binding): Promise<queries.Bound[]> {
  if (binding.channel === 'email') return queries.optOutContacts(ctx, folded, binding);
  return binding.reason === 'bounced' ? Promise.resolve([]) : queries.withdrawNumbers(ctx, folded, binding);
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
