import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ipBytes, isPublicIp } from './private-networks.ts';

const judged = (text: string): boolean | null => {
  const bytes = ipBytes(text);
  return bytes && isPublicIp(bytes);
};

test.each([
  ['8.8.8.8', true],
  ['223.255.255.255', true],
  ['2a00:1450:4001::1', true],
  ['64:ff9b::8.8.8.8', true],
  ['2002:808:808::1', true],
  ['172.15.255.255', true],
  ['172.32.0.0', true],
  ['100.63.255.255', true],
  ['100.128.0.0', true],
  ['127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['fe80::1%eth0', false],
  ['2002:7f00:1::', false],
  ['64:ff9b::a00:1', false],
  ['2001:0:7f00:1::', false],
])('T05: %s is public: %s', (text, expected) => {
  expect(judged(text)).toBe(expected);
});

test.each([
  '',
  'localhost',
  '1.2.3',
  '1.2.3.256',
  '0x7f.0.0.1',
  '1:2',
  ':::',
  '1::2::3',
  '::g',
  '1:2:3:4:5:6:7:8:9',
  '::1.2.3',
])('T05: %j is no address', (text) => {
  expect(ipBytes(text)).toBeNull();
});

test('T05: 10,000 addresses are read as they were written', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
      const bytes = ipBytes(text)!;
      const canonical = new URL(`http://${text.includes(':') ? `[${text}]` : text}/`).hostname;
      expect(ipBytes(canonical.replaceAll(/[[\]]/g, ''))).toEqual(bytes);
    }),
    { numRuns: 10_000 },
  );
});
