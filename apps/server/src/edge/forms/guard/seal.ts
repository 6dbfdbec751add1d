import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { readableKeys, type SecretKeys } from '../../../platform/secrets.ts';

/** Signs what a stranger carries from one request to the next; every edge with the same SECRET_KEY knows it again. */
export function createSeal(config: SecretKeys) {
  // Made once: an HMAC with the bytes of a key takes five times as long, and a busy form is signed 400 times a second.
  const keys = readableKeys(config).map((secret) =>
    createSecretKey(new Uint8Array(hkdfSync('sha256', secret, 'waggle.forms', 'seal', 32))),
  );
  const macOf = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest().subarray(0, 18);

  return {
    sign: (text: string): string => macOf(keys[0]!, text).toString('base64url'),
    isSigned(text: string, signature: string): boolean {
      const given = Buffer.from(signature, 'base64url');
      return given.length === 18 && keys.some((key) => timingSafeEqual(macOf(key, text), given));
    },
  };
}
export type Seal = ReturnType<typeof createSeal>;
