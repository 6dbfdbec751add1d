import type { Config } from '#platform/config.ts';
import { createDial, type Dial } from '#platform/outbound/dial.ts';
import { createHostLookup, type HostLookup } from '#platform/outbound/host-lookup.ts';
import { createWebPageReader } from '#platform/outbound/web-page.ts';
import { webPorts } from '#platform/outbound/web-probe.ts';
import type { RateLimits } from '#platform/rate-limits.ts';
import { type FoundBrand, readBrand } from './read-brand.ts';

/** Connections to one name and to one address, over all organizations and processes. */
const shares = {
  host: { name: 'brand-look-host', points: 30, seconds: 60 },
  address: { name: 'brand-look-address', points: 60, seconds: 60 },
};

type Parts = {
  config: Pick<Config, 'DNS_SERVERS' | 'LINK_CHECKS' | 'PUBLIC_URL' | 'LINK_URL'>;
  limits: RateLimits;
};

/** Reads the brand of one website; null where its page says nothing of itself, or nobody answers. */
export type LookUpBrand = (website: string) => Promise<FoundBrand | null>;

/**
 * Null where the operator lets nobody be asked. Public web servers alone, whatever else may be asked: the website of a client is
 * one that strangers can open, and what its page says comes back.
 */
export function createLookUpBrand({ config, limits }: Parts): LookUpBrand | null {
  if (config.LINK_CHECKS === 'off') return null;
  const lookup = createHostLookup(config.DNS_SERVERS);
  const counted: HostLookup = async (host) => {
    await limits.spend(shares.host, host);
    const addresses = await lookup(host);
    // A thousand names may lead to one server.
    await limits.spend(shares.address, addresses.toSorted()[0] ?? '');
    return addresses;
  };
  return createBrandReader(config, createDial(counted, webPorts));
}

export function createBrandReader(config: Pick<Config, 'PUBLIC_URL' | 'LINK_URL'>, dial: Dial): LookUpBrand {
  const own = [config.PUBLIC_URL, config.LINK_URL].flatMap((url) => (url === undefined ? [] : [new URL(url).host]));
  const read = createWebPageReader({ dial, isRefused: ({ host }) => own.includes(host) });
  return async (website) => {
    const html = await read(website);
    const found = html === null ? null : readBrand(html);
    return found === null || (found.accent === null && found.postalAddress === '') ? null : found;
  };
}

export const lookUpWebsite = async (lookUp: LookUpBrand | null, website: string) => ({
  found: lookUp && (await lookUp(website)),
});
