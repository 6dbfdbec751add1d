import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network a limit counts by. An IPv4 address is one customer, an IPv6 customer has a /64 of 2^64 addresses at least.
 * IPv4 in the dress of IPv6 counts as IPv4. Whatever is no address shares one bucket: made-up text must not be a way out.
 */
export function clientNetwork(address: string): string {
  if (isIPv4(address)) return address;
  const bare = withoutPort(address);
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return 'unknown';

  const groups = expand(bare);
  if (isMapped(groups)) return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.');
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(':')}::/64`;
}

/** Some proxies write the port as well: 192.0.2.1:4711 or [2001:db8::1]:4711. A zone (fe80::1%eth0) is local to a machine. */
function withoutPort(address: string): string {
  const inBrackets = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(address);
  const bare = inBrackets?.[1] ?? address.replace(/^([\d.]+):\d{1,5}$/, '$1');
  return bare.split('%', 1)[0]!;
}

/** The eight groups of a valid IPv6 address. */
function expand(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const before = groupsOf(head);
  if (tail === undefined) return before;
  const after = groupsOf(tail);
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

const groupsOf = (text: string): number[] =>
  text === ''
    ? []
    : text.split(':').flatMap((group) => {
        if (!group.includes('.')) return [Number.parseInt(group, 16)];
        const [a, b, c, d] = group.split('.').map(Number) as [number, number, number, number];
        return [a * 256 + b, c * 256 + d];
      });

const isMapped = (groups: number[]): boolean =>
  groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
