import type { HostLookup } from '#platform/outbound/host-lookup.ts';
import type { RateLimits } from '#platform/rate-limits.ts';

/**
 * Messages of one organization, and connections to one address from all of them, over all processes: a plan buys automations and
 * no stream of requests at a stranger's server. 100,000 people pass a webhook in 84 minutes.
 */
export const shares = {
  organization: { name: 'webhook-organization', points: 1_200, seconds: 60 },
  address: { name: 'webhook-address', points: 3_000, seconds: 60 },
};

/** How many an organization may tell now. What is beyond stays due and costs no try. */
export const mayTell = (limits: RateLimits, organizationId: string): Promise<number> =>
  limits.left(shares.organization, organizationId);

/** A thousand names may lead to one server, so what counts is its address. */
export const countedLookup =
  (lookup: HostLookup, limits: RateLimits): HostLookup =>
  async (host) => {
    const addresses = await lookup(host);
    await limits.spend(shares.address, addresses.toSorted()[0] ?? '');
    return addresses;
  };
