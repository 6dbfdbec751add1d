import type { ClientSetup } from '@waggle/contracts/client-setups';
import { findBrandsOf, listClients } from '#features/accounts/index.ts';
import type { Context } from '#platform/context.ts';
import { type Settings, wholeOrganization } from '../settings.ts';
import * as queries from './queries.ts';

type Question = Parameters<typeof listClients>[1];

/** A page of clients, and one statement for each of brand, domain and sender, however many clients there are. */
export async function listClientSetups(settings: Settings, ctx: Context, question: Omit<Question, 'active'>) {
  const wide = wholeOrganization(settings, ctx);
  const { items, ...rest } = await listClients(wide, { ...question, active: 'true' });
  const ids = items.map(({ id }) => id);
  const [brands, domains, senders] = await Promise.all([
    findBrandsOf(wide, ids),
    queries.findDomainsOf(wide, ids),
    queries.findSendersOf(wide, ids),
  ]);
  const setupOf = ({ id, name }: (typeof items)[number]): ClientSetup => ({
    id,
    name,
    brand: brandOf(brands, id),
    domain: domainOf(domains, id),
    sender: senderOf(senders, id),
  });
  return { items: items.map(setupOf), ...rest };
}

/** What is the client's own, or else the organization's. */
function ownOrShared<Row extends { clientId: string | null }>(rows: readonly Row[], clientId: string) {
  const row = rows.find((one) => one.clientId === clientId) ?? rows.find((one) => one.clientId === null);
  return row && { row, owner: row.clientId === null ? ('organization' as const) : ('client' as const) };
}

function brandOf(brands: Awaited<ReturnType<typeof findBrandsOf>>, clientId: string): ClientSetup['brand'] {
  const own = brands.find((brand) => brand.clientId === clientId);
  const withAddress = brands.filter(({ hasAddress }) => hasAddress);
  return {
    logo: own?.hasLogo ?? false,
    color: own?.hasColor ?? false,
    address: ownOrShared(withAddress, clientId)?.owner ?? null,
  };
}

function domainOf(domains: readonly queries.DomainOf[], clientId: string): ClientSetup['domain'] {
  const found = ownOrShared(domains, clientId);
  if (!found) return null;
  const { domain, state, checkedAt } = found.row;
  return {
    domain,
    state: state as 'pending' | 'verified' | 'failing',
    owner: found.owner,
    checkedAt: checkedAt?.toISOString() ?? null,
  };
}

function senderOf(senders: readonly queries.SenderOf[], clientId: string): ClientSetup['sender'] {
  const found = ownOrShared(senders, clientId);
  if (!found) return null;
  const { name, email, isReady } = found.row;
  return { name, email, isReady, owner: found.owner };
}
