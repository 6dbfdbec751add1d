import { type SendingOfNew, senderAddressOf } from '@waggle/contracts/client-templates';
import type { Context } from '#platform/context.ts';
import { postalAddressOf } from '../address/address.ts';
import { findDefaultConnection } from '../connections/queries.ts';
import { installationTransport } from '../connections/route.ts';
import { findSigningKeys } from '../domains/queries.ts';
import type { Settings } from '../settings.ts';
import { mostSenders } from './senders.ts';
import * as queries from './queries.ts';

/** Longest name a sender can have. */
const longestName = 100;

/** What a client without anything of its own would send with. Call where all clients are in sight. */
export async function sendingOfNewClient({ config }: Settings, ctx: Context): Promise<SendingOfNew> {
  const domain = await domainForClients(ctx);
  const connection = (await findDefaultConnection(ctx, null)) ?? installationTransport(config);
  return {
    domain: domain?.domain ?? null,
    takenAddresses: domain ? await queries.findAddressesOn(ctx, domain.id) : [],
    fallback: (await queries.findOwnVerifiedSender(ctx, null))?.email ?? null,
    hasConnection: connection !== null,
    postalAddress: await postalAddressOf(ctx, null),
  };
}

type NewSender = { clientId: string; name: string; replyTo: string | null };
export type ClientSender = { id: string; name: string; email: string; isOwn: boolean };

/** An address of its own on a verified domain of the organization; without one the client sends as the organization does. */
export async function giveSender(ctx: Context, { clientId, name, replyTo }: NewSender): Promise<ClientSender | null> {
  const domain = await domainForClients(ctx);
  if (!domain) {
    const fallback = await queries.findOwnVerifiedSender(ctx, null);
    return fallback ? { ...fallback, isOwn: false } : null;
  }
  const email = senderAddressOf(name, domain.domain, await queries.findAddressesOn(ctx, domain.id));
  const { id, from_name } = await queries.insertSender(ctx, {
    client_id: clientId,
    domain_id: domain.id,
    from_name: name.slice(0, longestName).trim(),
    from_email: email,
    reply_to: replyTo,
    is_default: true,
  });
  return { id, name: from_name, email, isOwn: true };
}

/** Null where there is none whose emails are signed, or no room for another sender. */
async function domainForClients(ctx: Context) {
  const domain = await queries.findDomainForClients(ctx);
  if (!domain || (await queries.countSenders(ctx)) >= mostSenders) return null;
  return (await findSigningKeys(ctx, domain.id)).length > 0 ? domain : null;
}
