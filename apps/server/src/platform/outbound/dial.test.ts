import { type AddressInfo, createServer, type Server } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type DnsServer, startDnsServer } from '../../../test/harness/dns-server.ts';
import { createDial, DestinationRefused } from './dial.ts';
import { createHostLookup } from './host-lookup.ts';

let inside: Server;
let connections = 0;
let port: number;
let dns: DnsServer;
beforeAll(async () => {
  inside = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => inside.listen(0, '::', resolve));
  port = (inside.address() as AddressInfo).port;
  dns = await startDnsServer();
});
afterEach(() => {
  connections = 0;
  dns.zones.clear();
});
afterAll(async () => {
  await dns.close();
  await new Promise<void>((resolve) => inside.close(() => resolve()));
});

const byMachine = () => createDial(createHostLookup([]), [port]);
const byDns = () => createDial(createHostLookup([dns.address]), [port]);
const to = (host: string, timeoutMs = 2_000) => ({ host, port, timeoutMs });

/** Networks and how many bits of an address they fix. */
const networks = [
  '10/8',
  '127/8',
  '0/8',
  '100.64/10',
  '169.254/16',
  '172.16/12',
  '192.168/16',
  '198.18/15',
  '224/4',
].map((text) => {
  const [network = '', bits] = text.split('/');
  const [a = 0, b = 0] = network.split('.').map(Number);
  return { start: a * 2 ** 24 + b * 2 ** 16, size: 2 ** (32 - Number(bits)) };
});
const address = fc
  .tuple(fc.constantFrom(...networks), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }))
  .map(([{ start, size }, at]) => start + Math.floor(size * at));
const partsOf = (number: number) => [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256);
const dotted = (number: number) => partsOf(number).join('.');
const hexGroups = (number: number) =>
  [Math.floor(number / 65_536), number % 65_536].map((group) => group.toString(16)).join(':');

/** Ways in which a resolver takes an IPv4 address, and IPv6 addresses that carry one. */
const spellings: ((number: number) => string)[] = [
  dotted,
  (number) => String(number),
  (number) => `0x${number.toString(16)}`,
  (number) => `0${number.toString(8)}`,
  (number) =>
    partsOf(number)
      .map((part) => `0x${part.toString(16)}`)
      .join('.'),
  (number) =>
    partsOf(number)
      .map((part) => `0${part.toString(8)}`)
      .join('.'),
  (number) => `${partsOf(number)[0]}.${number % 2 ** 24}`,
  (number) => `${partsOf(number).slice(0, 2).join('.')}.${number % 65_536}`,
  (number) => `::ffff:${dotted(number)}`,
  (number) => `::FFFF:${hexGroups(number)}`,
  (number) => `::${dotted(number)}`,
  (number) => `64:ff9b::${dotted(number)}`,
  (number) => `64:ff9b::${hexGroups(number)}`,
  (number) => `2002:${hexGroups(number)}::1`,
];

test('T05: 10,000 random spellings of private addresses are refused and never connected to', async () => {
  const dial = byMachine();

  await fc.assert(
    fc.asyncProperty(address, fc.constantFrom(...spellings), async (number, spell) => {
      await expect(dial(to(spell(number)))).rejects.toThrow(DestinationRefused);
    }),
    { numRuns: 10_000 },
  );

  expect(connections).toBe(0);
});

test.each(
  `127.0.0.1 127.1 0x7f000001 2130706433 0177.0.0.1 0.0.0.0 0 localhost 10.0.0.1 169.254.169.254 100.64.0.1 224.0.0.1
   255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 64:ff9b::7f00:1 64:ff9b:1::1 2002:7f00:1:: fe80::1 fc00::1 ff02::1
   2001:db8::1 2001::1`.split(/\s+/),
)('P10: %s is refused before anything is connected', async (host) => {
  await expect(byMachine()(to(host))).rejects.toThrow(DestinationRefused);
  expect(connections).toBe(0);
});

test('P10: one private address among public ones refuses the host', async () => {
  dns.zones.set('mixed.example', { a: ['192.0.43.8', '127.0.0.1'] });
  dns.zones.set('six.example', { a: ['192.0.43.8'], aaaa: ['::1'] });

  for (const host of ['mixed.example', 'six.example'])
    await expect(byDns()(to(host))).rejects.toThrow(DestinationRefused);
  expect(connections).toBe(0);
});

test('T04: a name that is public once and private the next time is never followed inside', async () => {
  let asked = 0;
  dns.zones.set('rebind.example', { a: () => [(asked += 1) % 2 === 1 ? '192.0.43.8' : '127.0.0.1'] });
  const dial = byDns();

  // Whether the public address answers depends on the network of this machine.
  await dial(to('rebind.example', 200)).then(
    (socket) => socket.destroy(),
    () => {},
  );
  const second = dial(to('rebind.example', 200));
  await expect(second).rejects.toThrow(DestinationRefused);

  // Once for each try: the address that was judged is the address that is connected to.
  expect(asked).toBe(2);
  expect(connections).toBe(0);
});

test('P10: only ports of mail servers are connected to', async () => {
  const dial = createDial(createHostLookup([]));

  for (const port of [22, 80, 443, 6379, 5432, 2526])
    await expect(dial({ host: '192.0.43.8', port, timeoutMs: 200 })).rejects.toThrow(DestinationRefused);
});
