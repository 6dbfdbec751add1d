import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openCountries } from './country.ts';

const folder = mkdtempSync(join(tmpdir(), 'waggle-countries-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const text = (value: string) => Buffer.concat([Buffer.from([0x40 | value.length]), Buffer.from(value)]);
const small = (value: number) => Buffer.from([0xa1, value]);
const map = (entries: [string, Buffer][]) =>
  Buffer.concat([Buffer.from([0xe0 | entries.length]), ...entries.flatMap(([key, value]) => [text(key), value])]);

/** The smallest database in MaxMind's format: one network of IPv4 and the country it is in. */
function databaseOf(network: [number, number, number], country: string): Buffer {
  const bits = network.flatMap((byte) => Array.from({ length: 8 }, (_, at) => (byte >> (7 - at)) & 1));
  const nothing = bits.length;
  const found = bits.length + 16;
  const nodes = bits.map((bit, at) => {
    const next = at + 1 === bits.length ? found : at + 1;
    const node = Buffer.alloc(6);
    node.writeUIntBE(bit === 0 ? next : nothing, 0, 3);
    node.writeUIntBE(bit === 1 ? next : nothing, 3, 3);
    return node;
  });
  const metadata = map([
    ['node_count', Buffer.from([0xc1, bits.length])],
    ['record_size', small(24)],
    ['ip_version', small(4)],
    ['database_type', text('Test-Country')],
    ['languages', Buffer.from([0, 4])],
    ['binary_format_major_version', small(2)],
    ['binary_format_minor_version', small(0)],
    ['build_epoch', Buffer.from([0x01, 0x02, 0x01])],
    ['description', map([])],
  ]);
  const data = map([['country', map([['iso_code', text(country)]])]]);
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  return Buffer.concat([...nodes, Buffer.alloc(16), data, marker, metadata]);
}

test('the country of an address comes from the database of the operator', async () => {
  const path = join(folder, 'country.mmdb');
  writeFileSync(path, databaseOf([203, 0, 113], 'DE'));

  const countryOf = await openCountries(path);

  expect(countryOf('203.0.113.77')).toBe('DE');
  expect(countryOf('198.51.100.1')).toBeNull();
  expect(countryOf('2001:db8::1')).toBeNull();
  expect(countryOf('no address')).toBeNull();
});

test('without a database no country is known', async () => {
  expect((await openCountries(''))('203.0.113.77')).toBeNull();
});

test('a database that cannot be read stops the start', async () => {
  await expect(openCountries(join(folder, 'missing.mmdb'))).rejects.toThrow('ENOENT');
});
