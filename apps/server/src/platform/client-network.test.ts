import { BlockList, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientNetwork } from './client-network.ts';

const sameNetwork = (one: string, other: string): boolean => {
  const network = new BlockList();
  network.addSubnet(one, 64, 'ipv6');
  return network.check(other, 'ipv6');
};
const isMapped = (address: string): boolean => sameNetwork('::', address) && /:ffff:/i.test(address);

test('S3: two IPv6 addresses count together exactly when they are of one /64', () => {
  const half = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 });
  const text = (groups: number[]) => groups.map((group) => group.toString(16)).join(':');

  fc.assert(
    fc.property(
      half,
      half,
      fc.tuple(half, half),
      fc.boolean(),
      (network, otherNetwork, [host, otherHost], together) => {
        const one = text([...network, ...host]);
        const other = text([...(together ? network : otherNetwork), ...otherHost]);
        fc.pre(!isMapped(one) && !isMapped(other));
        expect(clientNetwork(one) === clientNetwork(other)).toBe(sameNetwork(one, other));
      },
    ),
    { numRuns: 2_000 },
  );
});

test('S3: every spelling of an IPv6 address is the same network', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      fc.pre(isIPv6(address));
      const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);

      const network = clientNetwork(canonical);

      expect(network).not.toBe('unknown');
      for (const spelling of [address, address.toUpperCase(), `[${address}]:4711`, `${address}%eth0`])
        expect(clientNetwork(spelling)).toBe(network);
    }),
    { numRuns: 2_000 },
  );
});

test('S3: IPv4 counts by itself, also as mapped IPv6 and with a port', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number];
      const hex = `::ffff:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;

      for (const spelling of [address, `::ffff:${address}`, `0:0:0:0:0:FFFF:${address}`, hex, `${address}:4711`])
        expect(clientNetwork(spelling)).toBe(address);
    }),
  );
});

test('S3: text that is no address shares one bucket', () => {
  for (const text of ['', 'unknown', '_hidden', '1.2.3', '::g', '1'.repeat(9_000), '1.2.3.4, 5.6.7.8', '[::1'])
    expect(clientNetwork(text)).toBe('unknown');
});
