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

const bytesOf = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 255 }), { minLength: length, maxLength: length });
const groupsOf = (bytes: readonly number[]) =>
  Array.from({ length: 8 }, (_, at) => (bytes[at * 2]! * 256 + bytes[at * 2 + 1]!).toString(16));

test('T05: 10,000 addresses are read as they were written, with and without zeros left out', () => {
  fc.assert(
    fc.property(bytesOf(4), bytesOf(16), fc.integer({ min: 0, max: 6 }), (four, sixteen, at) => {
      const gap = sixteen.map((byte, place) => (place >= at * 2 && place < at * 2 + 4 ? 0 : byte));
      const groups = groupsOf(gap);

      expect(ipBytes(four.join('.'))).toEqual(four);
      expect(ipBytes(groupsOf(sixteen).join(':').toUpperCase())).toEqual(sixteen);
      expect(ipBytes(`${groups.slice(0, at).join(':')}::${groups.slice(at + 2).join(':')}`)).toEqual(gap);
      expect(ipBytes(`::ffff:${four.join('.')}%eth0`)).toEqual([...Array<number>(10).fill(0), 255, 255, ...four]);
    }),
    { numRuns: 10_000 },
  );
});
