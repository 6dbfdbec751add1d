import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSecrets, type SecretPlace, UnreadableSecretError } from './secrets.ts';

const [older, newer] = ['an older key that is long enough 0123', 'a newer key that is long enough 01234'];
const place: SecretPlace = { purpose: 'connection', owner: '01900000-0000-7000-8000-000000000001' };
/** Either the key is unknown, or the bytes are not what was sealed. */
const closed = UnreadableSecretError;
const secrets = createSecrets({ SECRET_KEY: older });

describe('a secret at rest', () => {
  test('comes back as it was, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 1_000 }), (text) => {
        expect(secrets.decrypt(place, secrets.encrypt(place, text))).toBe(text);
      }),
    );
  });

  test('never looks the same twice and shows nothing of itself', () => {
    const text = 'a password that is easy to see';
    const sealed = [secrets.encrypt(place, text), secrets.encrypt(place, text)];

    expect(sealed[0]!.equals(sealed[1]!)).toBe(false);
    for (const bytes of sealed) expect(bytes.toString('latin1')).not.toContain('password');
  });

  test('does not open when any one of its bytes was changed, added or taken away', () => {
    const sealed = secrets.encrypt(place, 'secret');
    const tampered = [...sealed.keys()].map((at) => {
      const copy = Buffer.from(sealed);
      copy[at]! ^= 1;
      return copy;
    });
    const cut = [...sealed.keys()].map((end) => sealed.subarray(0, end));

    for (const bytes of [...tampered, ...cut, Buffer.concat([sealed, Buffer.of(0)])])
      expect(() => secrets.decrypt(place, bytes)).toThrow(closed);
  });

  test('does not open for another purpose or another organization', () => {
    const sealed = secrets.encrypt(place, 'secret');

    expect(() => secrets.decrypt({ ...place, purpose: 'dkim' }, sealed)).toThrow(closed);
    expect(() => secrets.decrypt({ ...place, owner: '01900000-0000-7000-8000-000000000002' }, sealed)).toThrow(closed);
  });

  test('opens after the key was changed, as long as the previous one is named', () => {
    const sealed = secrets.encrypt(place, 'secret');
    const after = createSecrets({ SECRET_KEY: newer, SECRET_KEY_PREVIOUS: [older] });
    const forgotten = createSecrets({ SECRET_KEY: newer });

    expect(after.decrypt(place, sealed)).toBe('secret');
    expect(forgotten.decrypt(place, after.encrypt(place, 'new'))).toBe('new');
    expect(() => forgotten.decrypt(place, sealed)).toThrow(
      expect.objectContaining({ keyId: secrets.presentKeyId, reason: expect.stringContaining('SECRET_KEY_PREVIOUS') }),
    );
  });

  test('is not told by the error of a failed opening', () => {
    const sealed = secrets.encrypt(place, 'Canary-7f3a91c2e4');
    sealed[sealed.length - 1]! ^= 1;

    expect(() => secrets.decrypt(place, sealed)).toThrow(
      expect.objectContaining({
        message: expect.not.stringContaining('Canary'),
        reason: expect.not.stringContaining('Canary'),
      }),
    );
  });
});
