import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from './sha256.ts';
import { laneAt, pointOf } from './split.ts';

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const uuids = (count: number): string[] => fc.sample(fc.uuid(), count);

test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
])('the hash is SHA-256: example %#', (text, digest) => {
  expect(hex(sha256(text))).toBe(digest);
});

test('a point is the first eight bytes of the hash, modulo 10,000', () => {
  for (const contactId of uuids(50)) {
    const divided = { organizationId: 'organization', automationId: 'automation', stepId: 'splitxxx', contactId };
    const digest = hex(sha256(`organization/automation/splitxxx/${contactId}`));

    expect(pointOf(divided)).toBe(Number(BigInt(`0x${digest.slice(0, 16)}`) % 10_000n));
    expect(pointOf(divided)).toBe(pointOf(divided));
  }
});

test('a split is even by its weights, and another step of the same automation divides people anew', () => {
  const automation = { organizationId: 'organization', automationId: 'automation' };
  const weights = [1, 2, 1];
  const counts = [0, 0, 0];
  let same = 0;

  for (const contactId of uuids(20_000)) {
    const lane = laneAt(pointOf({ ...automation, contactId, stepId: 'firstxxx' }), weights);
    counts[lane]! += 1;
    if (lane === laneAt(pointOf({ ...automation, contactId, stepId: 'secondxx' }), weights)) same += 1;
  }

  // Five standard deviations.
  for (const [lane, share] of [0.25, 0.5, 0.25].entries())
    expect(Math.abs(counts[lane]! - 20_000 * share)).toBeLessThan(5 * Math.sqrt(20_000 * share * (1 - share)));
  expect(same / 20_000).toBeCloseTo(0.375, 1);
});

test('a way of no share at the edge is never taken, and every point has a way', () => {
  expect([0, 4_999, 5_000, 9_999].map((point) => laneAt(point, [1, 1]))).toEqual([0, 0, 1, 1]);
  expect([0, 3_333, 3_334, 9_999].map((point) => laneAt(point, [1, 1, 1]))).toEqual([0, 0, 1, 2]);
});
