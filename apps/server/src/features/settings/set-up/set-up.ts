import type { ReplyInput } from '@waggle/contracts/endpoint';
import type { readSetUp as contract } from '@waggle/contracts/sending';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { readAddress } from '../address/address.ts';
import { presentConnection } from '../connections/present.ts';
import { findConnectionOf } from '../connections/queries.ts';
import { installationTransport } from '../connections/route.ts';
import { presentDomain } from '../domains/present.ts';
import { findDomain, findDomainOf, findKeys } from '../domains/queries.ts';
import { presentSender } from '../senders/present.ts';
import { findSenderOf } from '../senders/queries.ts';
import { type Settings, wholeOrganization } from '../settings.ts';

type SetUp = ReplyInput<typeof contract>;

/** What an email of the active client would leave with today; null for what is still missing. */
export async function readSetUp(settings: Settings, ctx: Context): Promise<SetUp> {
  const clientId = activeClient(ctx);
  const [{ sender, domain }, connection, { postalAddress, inherited }] = await Promise.all([
    identityOf(settings, ctx, clientId),
    connectionOf(settings, ctx, clientId),
    readAddress(ctx),
  ]);
  const testedAt = sender?.tested_at?.toISOString() ?? null;
  const works = connection !== null && connection.state !== 'failing';
  const isVerified = domain?.state === 'verified';
  return {
    clientId,
    domain: domain && (await presented(settings, ctx, domain, clientId)),
    sender: sender && presentSender({ sender, isReady: isVerified }),
    postalAddress,
    inheritsAddress: inherited,
    connection,
    testedAt,
    done: {
      domain: isVerified,
      sender: sender !== null,
      address: postalAddress !== '',
      connection: works,
      test: works && isVerified && testedAt !== null,
    },
  };
}

type Identity = {
  sender: NonNullable<Awaited<ReturnType<typeof findSenderOf>>> | null;
  domain: NonNullable<Awaited<ReturnType<typeof findDomainOf>>> | null;
};

/** The client's own if it has begun one of its own, or else what its organization has for everybody. */
async function identityOf(settings: Settings, ctx: Context, clientId: string | null): Promise<Identity> {
  const wide = wholeOrganization(settings, ctx);
  const own = await identityIn(wide, clientId);
  return own.domain || clientId === null ? own : identityIn(wide, null);
}

async function identityIn(wide: Context, clientId: string | null): Promise<Identity> {
  const sender = (await findSenderOf(wide, clientId)) ?? null;
  const domain = sender ? await findDomain(wide, sender.domain_id) : await findDomainOf(wide, clientId);
  return { sender, domain: domain ?? null };
}

/** Who manages the domain gets its records; for a client that uses the organization's they are none of its business. */
async function presented(
  settings: Settings,
  ctx: Context,
  domain: NonNullable<Identity['domain']>,
  clientId: string | null,
): Promise<SetUp['domain']> {
  const isOwn = domain.client_id === clientId;
  const keys = isOwn ? await findKeys(wholeOrganization(settings, ctx), [domain.id]) : [];
  const shown = presentDomain(settings.config, { domain, keys });
  return isOwn ? shown : { ...shown, records: [] };
}

async function connectionOf(settings: Settings, ctx: Context, clientId: string | null): Promise<SetUp['connection']> {
  const wide = wholeOrganization(settings, ctx);
  const row = (await findConnectionOf(wide, clientId)) ?? (await findConnectionOf(wide, null));
  if (row) {
    const isOwn = row.client_id === clientId;
    const { state } = presentConnection(settings, ctx, row);
    return {
      id: row.id,
      name: isOwn ? row.name : null,
      state,
      lastError: isOwn ? row.last_error : null,
      clientId: row.client_id,
    };
  }
  return installationTransport(settings.config)
    ? { id: null, name: null, state: 'active', lastError: null, clientId: null }
    : null;
}
