import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type DnsServer, startDnsServer, type Zone } from '../../../test/harness/dns-server.ts';
import { createHostLookup } from './host-lookup.ts';
import { startWatch } from '../../../test/harness/watch.ts';

let dns: DnsServer;
beforeAll(async () => {
  dns = await startDnsServer();
});
afterEach(() => dns.zones.clear());
afterAll(() => dns.close());

const troubles: [string, Zone][] = [
  ['SERVFAIL', { trouble: 'servfail' }],
  ['silence', { trouble: 'silent' }],
  ['an answer after 30 s', { a: ['192.0.43.9'], delayMs: 30_000 }],
];

test('F40: DNS that fails, is silent or takes 30 s ends within seconds where nothing is known of the host', async () => {
  const lookup = createHostLookup([dns.address]);
  const watch = startWatch();

  await Promise.all(
    troubles.map(async ([name, trouble]) => {
      const host = `${name.toLowerCase().replaceAll(' ', '-')}.example`;
      dns.zones.set(host, trouble);
      await expect(lookup(host)).rejects.toThrow('DNS did not answer.');
    }),
  );

  expect(watch()).toBeLessThan(12_000);
}, 60_000);

test.each(troubles)('F40: with %s the last answer stands in, at once', async (_, trouble) => {
  const lookup = createHostLookup([dns.address]);
  dns.zones.set('relay.example', { a: ['192.0.43.8'] });
  await lookup('relay.example');

  dns.zones.set('relay.example', trouble);
  const watch = startWatch();
  const stoodIn = await lookup('relay.example');

  expect(stoodIn).toEqual(['192.0.43.8']);
  expect(watch()).toBeLessThan(2_000);
});

test('F40: an answer that comes is believed over the last one, also when the host is gone', async () => {
  const lookup = createHostLookup([dns.address]);
  dns.zones.set('relay.example', { a: ['192.0.43.8'] });
  await lookup('relay.example');

  dns.zones.set('relay.example', { a: ['192.0.43.9'] });
  const moved = await lookup('relay.example');
  dns.zones.delete('relay.example');

  expect(moved).toEqual(['192.0.43.9']);
  await expect(lookup('relay.example')).rejects.toThrow('The host has no address.');
});

test('F40: the lookup of the machine, which blocks a thread, is asked for names DNS does not have and no others', async () => {
  const byMachine = vi.fn(async () => ['10.1.2.3']);
  const lookup = createHostLookup([dns.address], byMachine);
  dns.zones.set('there.example', { a: ['192.0.43.8'] });
  dns.zones.set('failing.example', { trouble: 'servfail' });

  const found = [];
  for (const host of ['there.example', 'hosts-file.example', 'localhost', '0x7f.1', '127.1'])
    found.push(...(await lookup(host)));

  expect(found).toEqual(['192.0.43.8', '10.1.2.3', '10.1.2.3', '10.1.2.3', '10.1.2.3']);
  await expect(lookup('failing.example')).rejects.toThrow('DNS did not answer.');
  expect(byMachine.mock.calls.flat()).toEqual(['hosts-file.example', 'localhost', '0x7f.1', '127.1']);
});
