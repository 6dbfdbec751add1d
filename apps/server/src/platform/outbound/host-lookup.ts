import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Every address of a host, as text. Throws when there is none. */
export type HostLookup = (host: string) => Promise<string[]>;

/** Milliseconds until the next server is asked; two rounds over all of them. */
const patience = { timeout: 2_500, tries: 2 };

/** Milliseconds to wait for DNS when the address of a host is known from before. */
const timeoutWhenKnown = 1_000;

/** Hosts whose last answer is kept, and how long it stands in while DNS fails, in milliseconds. */
const kept = { most: 1_000, ms: 3_600_000 };

/** DNS has answered that the name is not there: the machine may know it from elsewhere. */
const absent = new Set(['ENODATA', 'ENOTFOUND']);

/** Nobody answered, or with a failure of DNS itself: that says nothing about the host. */
class DnsFailure extends Error {}

/** By hosts file and whatever else the machine asks. */
const byMachine: HostLookup = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * By the DNS servers of the configuration, or those of the machine. DNS is asked each time; while it fails, the last
 * answer stands in. The machine's own lookup comes last: it blocks one of few threads for as long as DNS is silent, and
 * hosts of others would wait for it.
 */
export function createHostLookup(
  servers: readonly string[],
  fallback: HostLookup | null = servers.length === 0 ? byMachine : null,
): HostLookup {
  const resolver = new Resolver(patience);
  if (servers.length > 0) resolver.setServers(servers);
  const last = new Map<string, { addresses: string[]; until: number }>();

  const ask = async (host: string): Promise<string[]> => {
    const found = await Promise.allSettled([resolver.resolve6(host), resolver.resolve4(host)]);
    const addresses = found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const isAbsent = found.every((answer) => answer.status === 'rejected' && absent.has(answer.reason.code));
    if (!isAbsent) throw new DnsFailure('DNS did not answer.');
    if (fallback) return fallback(host);
    throw new Error('The host has no address.');
  };

  return async (host) => {
    if (isIP(host) !== 0) return [host];
    if (fallback && !isDnsName(host)) return fallback(host);
    const known = last.get(host);
    const asked = ask(host).then((addresses) => {
      last.delete(host);
      if (last.size >= kept.most) last.delete(last.keys().next().value!);
      last.set(host, { addresses, until: performance.now() + kept.ms });
      return addresses;
    });
    if (!known || known.until < performance.now()) return asked;
    return withStandIn(asked, known.addresses);
  };
}

/** Not a name such as `localhost`, and no address in another spelling, such as 0x7f.1. */
function isDnsName(host: string): boolean {
  const labels = host.split('.').filter((label) => label !== '');
  const last = labels.at(-1) ?? '';
  return labels.length > 1 && /[a-z]/i.test(last) && !/^0x/i.test(last);
}

/** The answer, or what was known before when DNS fails or is slow. */
async function withStandIn(asked: Promise<string[]>, known: string[]): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const slow = new Promise<string[]>((resolve) => {
    timer = setTimeout(() => resolve(known), timeoutWhenKnown);
  });
  try {
    return await Promise.race([asked.catch((error: unknown) => standIn(error, known)), slow]);
  } finally {
    clearTimeout(timer);
  }
}

function standIn(error: unknown, known: string[]): string[] {
  if (error instanceof DnsFailure) return known;
  throw error;
}
