import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { readableKeys, type SecretKeys } from '../secrets.ts';
import { uuidBytes, uuidText } from './token.ts';

/** What led somebody to a form: the scan of a code, or the click on a link of an email. */
export type Touch = {
  kind: 'scan' | 'click';
  /** Of the scan or click itself. */
  id: string;
  /** The code, or the campaign. */
  subjectId: string;
  /** Milliseconds since 1970. */
  at: number;
};

/** What a touch is signed for. It is not in the token, so that a token says nothing of whose it is. */
export type TouchOf = { organizationId: string; formId: string };

// 54 bytes, so that base64 has no spare bits: version, kind, id 16, subject 16, time 6 | first 14 bytes of the HMAC over the
// rest, the form and the organization.
const version = 1;
const signedBytes = 40;
const macBytes = 14;
const pattern = /^[A-Za-z0-9_-]{72}$/;
const kinds = ['scan', 'click'] as const;

/** As long as a form may stay open; a link with a touch that is passed on counts for nobody after it. */
const lifetimeMs = 24 * 3_600_000;
/** What clocks of two machines may differ by. */
const skewMs = 60_000;

/** The parameter of a form's address, and the name of the field that carries it from page to page. */
export const touchParameter = 'touch';

export function createTouches(config: SecretKeys, now: () => number = Date.now) {
  const keys = readableKeys(config).map((secret) =>
    createSecretKey(new Uint8Array(hkdfSync('sha256', secret, 'waggle.touch', 'sign', 32))),
  );

  return {
    sign({ kind, id, subjectId, at }: Touch, of: TouchOf): string {
      const token = Buffer.alloc(signedBytes + macBytes);
      token.set([version, kinds.indexOf(kind) + 1]);
      token.set(uuidBytes(id), 2);
      token.set(uuidBytes(subjectId), 18);
      token.writeUIntBE(at, 34, 6);
      token.set(macOf(keys[0]!, token, of), signedBytes);
      return token.toString('base64url');
    },
    /** Undefined for one that is forged, too old, or of another form or organization. */
    read(text: string, of: TouchOf): Touch | undefined {
      if (!pattern.test(text)) return undefined;
      const token = Buffer.from(text, 'base64url');
      const mac = token.subarray(signedBytes);
      const kind = kinds[(token[1] ?? 0) - 1];
      if (token[0] !== version || !kind || !keys.some((key) => timingSafeEqual(macOf(key, token, of), mac)))
        return undefined;
      const at = token.readUIntBE(34, 6);
      const age = now() - at;
      if (age > lifetimeMs || age < -skewMs) return undefined;
      return { kind, id: uuidText(token.subarray(2, 18)), subjectId: uuidText(token.subarray(18, 34)), at };
    },
  };
}
export type Touches = ReturnType<typeof createTouches>;

const macOf = (key: KeyObject, token: Buffer, { organizationId, formId }: TouchOf): Buffer =>
  createHmac('sha256', key)
    .update(token.subarray(0, signedBytes))
    .update(uuidBytes(organizationId))
    .update(uuidBytes(formId))
    .digest()
    .subarray(0, macBytes);
