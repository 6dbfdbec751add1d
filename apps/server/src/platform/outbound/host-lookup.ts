import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Every address of a host, as text. Throws when there is none. */
export type HostLookup = (host: string) => Promise<string[]>;

/** Milliseconds until the next server is asked; two rounds over all of them. */
const patience = { timeout: 2_500, tries: 2 };

/** By the machine's own means (hosts file, then DNS), or by the DNS servers of the configuration. */
export function createHostLookup(servers: readonly string[]): HostLookup {
  if (servers.length === 0) return async (host) => (await lookup(host, { all: true })).map(({ address }) => address);
  const resolver = new Resolver(patience);
  resolver.setServers(servers);
  return async (host) => {
    if (isIP(host) !== 0) return [host];
    const found = await Promise.allSettled([resolver.resolve6(host), resolver.resolve4(host)]);
    const addresses = found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length === 0) throw new Error('The host has no address.');
    return addresses;
  };
}
