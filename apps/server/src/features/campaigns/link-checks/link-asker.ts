import type { Config } from '#platform/config.ts';
import { createFairQueue } from '#platform/fair-queue.ts';
import { createDial } from '#platform/outbound/dial.ts';
import { createHostLookup, type HostLookup } from '#platform/outbound/host-lookup.ts';
import { createWebProbe, type WebAnswer, webPorts } from '#platform/outbound/web-probe.ts';
import { Problem } from '#platform/problem.ts';
import type { RateLimits } from '#platform/rate-limits.ts';
import { isOwn } from './addresses.ts';

/** Asks one address for an organization. `postponed` when a share is used up: that says nothing about the link. */
export type LinkAsker = (
  organizationId: string,
  address: string,
  signal: AbortSignal,
) => Promise<WebAnswer | { outcome: 'postponed' }>;

/** Connections to one name and to one address, over all organizations and processes, and for one organization. */
const shares = {
  host: { name: 'link-check-host', points: 120, seconds: 60 },
  address: { name: 'link-check-address', points: 240, seconds: 60 },
  organization: { name: 'link-check-organization', points: 1_500, seconds: 3_600 },
};

/** In one process. Who waits longer is asked another time. */
const atOnce = { most: 24, mostPerKey: 2, waitingPerKey: 200, mostWaiting: 1_000, waitMs: 30_000 };

type Parts = {
  config: Pick<Config, 'DNS_SERVERS' | 'LINK_CHECKS' | 'PUBLIC_URL' | 'LINK_URL'>;
  limits: RateLimits;
  lookup?: HostLookup;
};

/** One for a process: nobody can make us knock at many doors, or at one door often. */
export function createLinkAsker({ config, limits, lookup = createHostLookup(config.DNS_SERVERS) }: Parts): LinkAsker {
  const places = createFairQueue(atOnce);
  const isPrivate = config.LINK_CHECKS === 'private';

  const probeFor = (organizationId: string) => {
    const counted: HostLookup = async (host) => {
      await limits.spend(shares.organization, organizationId);
      await limits.spend(shares.host, host);
      const addresses = await lookup(host);
      // A thousand names may lead to one server.
      await limits.spend(shares.address, addresses.toSorted()[0] ?? '');
      return addresses;
    };
    const dial = isPrivate ? createDial(counted, 'any', () => true) : createDial(counted, webPorts);
    return createWebProbe({ dial, isTrusted: (url) => isOwn(config, url) });
  };

  return async (organizationId, address, signal) => {
    try {
      const { hostname } = new URL(address);
      return await places.run(hostname, () => probeFor(organizationId)(address, signal));
    } catch (error) {
      if (error instanceof Problem || signal.aborted) return { outcome: 'postponed' };
      throw error;
    }
  };
}
