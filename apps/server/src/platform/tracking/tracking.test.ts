import { createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../../../test/harness/cases.ts';
import { type LinkKey, macOf } from './mac.ts';
import { readReturnPath, signReturnPath } from './return-path.ts';
import { type Claims, purposes, readToken, signToken } from './token.ts';

const aKey = (id: number): LinkKey => ({ id, secret: randomBytes(32) });
const someClaims = (change: Partial<Claims> = {}): Claims => ({
  purpose: 'click',
  cell: 7,
  organizationId: randomUUID(),
  campaignId: randomUUID(),
  sendId: randomUUID(),
  linkNo: 3,
  ...change,
});
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const alter = (text: string, at: number, characters = digits): string => {
  const other = characters.replace(text[at] as string, '');
  return text.slice(0, at) + other[randomInt(other.length)] + text.slice(at + 1);
};

describe('a link in a mail', () => {
  test.each(purposes)('to %s brings back what was signed, in at most 90 characters', (purpose) => {
    const key = aKey(1);
    const claims = someClaims({ purpose, linkNo: purpose === 'click' ? 32_767 : 0 });

    const token = signToken(key, claims);

    expect(token.length).toBeLessThanOrEqual(90);
    expect(token).toMatch(/^[\w-]+$/);
    expect(readToken([key], token, purpose)).toEqual(claims);
  });

  test('is worth nothing for another purpose', () => {
    const key = aKey(1);
    for (const made of purposes)
      for (const asked of purposes.filter((purpose) => purpose !== made))
        expect(readToken([key], signToken(key, someClaims({ purpose: made })), asked)).toBeNull();
  });

  const links = casesOf(1_000_000);

  test(`cannot be forged: of ${links} altered and invented ones none is accepted`, () => {
    const keys = [aKey(1), aKey(2)];
    const genuine = keys.map((key) => signToken(key, someClaims()));
    const accepted: string[] = [];

    for (let turn = 0; turn < links; turn += 1) {
      const token = genuine[turn % 2] as string;
      const forged =
        turn % 10 === 0
          ? `${token.slice(0, 48)}${randomBytes(30).toString('base64url')}`
          : alter(token, turn % token.length);
      if (readToken(keys, forged, purposes[(Buffer.from(forged, 'base64url')[3] ?? 0) - 1] ?? 'click'))
        accepted.push(forged);
    }

    expect(accepted).toEqual([]);
  }, 120_000);

  test('is read in one spelling only', () => {
    const key = aKey(1);
    const token = signToken(key, someClaims());
    const spellings = [
      `${token}=`,
      `${token} `,
      ` ${token}`,
      token.replaceAll(/[-_]/g, '+'),
      `${token}A`,
      token.slice(1),
      '',
    ];

    for (const spelling of spellings.filter((text) => text !== token))
      expect(readToken([key], spelling, 'click')).toBeNull();
  });

  test('opens after two changes of the key and without a look at the clock', () => {
    const first = aKey(1);
    const token = signToken(first, someClaims({ purpose: 'unsubscribe', linkNo: 0 }));
    const realNow = Date.now;
    Date.now = () => realNow() + 400 * 86_400_000;
    try {
      expect(readToken([aKey(3), aKey(2), first], token, 'unsubscribe')).not.toBeNull();
      expect(readToken([aKey(3), aKey(2)], token, 'unsubscribe')).toBeNull();
      expect(readToken([aKey(1)], token, 'unsubscribe')).toBeNull();
    } finally {
      Date.now = realNow;
    }
  });
});

test('the signature is HMAC-SHA256, whatever the length of key and data', () => {
  for (let length = 0; length <= 64; length += 1) {
    const key = { id: 1, secret: randomBytes(Math.max(32, length)) };
    const data = randomBytes(length);

    expect(macOf(key, data)).toEqual(createHmac('sha256', key.secret).update(data).digest());
  }
  expect(() => macOf({ id: 1, secret: randomBytes(31) }, Buffer.alloc(1))).toThrow('32 to 64 bytes');
});

describe('the address bounces come back to', () => {
  test('fits a local part and survives any capitals', () => {
    const keys = [aKey(1), aKey(2), aKey(3)];
    const ids = { organizationId: randomUUID(), sendId: randomUUID() };

    const localPart = signReturnPath(keys[1] as LinkKey, ids);

    expect(localPart).toMatch(/^[a-z2-7]{1,64}$/);
    expect(readReturnPath(keys, localPart)).toEqual(ids);
    expect(readReturnPath(keys, localPart.toUpperCase())).toEqual(ids);
  });

  test('cannot be forged: of 100,000 altered ones none is accepted', () => {
    const keys = [aKey(1), aKey(2)];
    const genuine = signReturnPath(keys[0] as LinkKey, { organizationId: randomUUID(), sendId: randomUUID() });
    const accepted: string[] = [];

    for (let turn = 0; turn < 100_000; turn += 1) {
      const forged = alter(genuine, turn % genuine.length, 'abcdefghijklmnopqrstuvwxyz234567');
      if (readReturnPath(keys, forged)) accepted.push(forged);
    }

    expect(accepted).toEqual([]);
    for (const text of ['', 'bounces', `${genuine}a`, genuine.slice(1), genuine.replace(/./, '1')])
      expect(readReturnPath(keys, text)).toBeNull();
  });
});
