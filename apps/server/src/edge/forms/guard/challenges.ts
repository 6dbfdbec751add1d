import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import { type Challenge, readChallenge } from '@waggle/forms/proof';
import { createUuidV7 } from '../../../platform/uuid-v7.ts';
import { isId, madeAt } from './ids.ts';
import type { Seal } from './seal.ts';

/** A challenge is taken for ten minutes. */
export const challengeMs = 600_000;
/** Clocks of two edges differ by less. */
const skewMs = 60_000;

/** Numbers to try, half of them on average: a tenth of a second of a phone, and hours for whoever wants to send a million. */
const usualCost = 50_000;
/** For measurements and tests that send thousands: the check is the same, and finding the number is quick. */
const smallCost = 500;

const written = /^([0-9a-f-]{36})\.(\d{1,9})\.([0-9a-f]{64})\.([\w-]{24})\.(\d{1,9})$/;

export type Proof = { id: string } | 'missing' | 'wrong' | 'expired';

/**
 * Proof of work in the manner of ALTCHA, as two hashes of a request: the library's own check goes through five promises of
 * WebCrypto. Its id becomes that of the record, so that a second use is the same record on every edge.
 */
export function createChallenges(seal: Seal, isCheap: boolean, now: () => number = Date.now) {
  const nextId = createUuidV7(now);
  const cost = isCheap ? smallCost : usualCost;
  // The form stands in front, so that a challenge of one form says nothing to another.
  const signed = (formId: string, text: string) => `challenge ${formId} ${text}`;

  function create(formId: string, times = 1): Challenge & { expiresAt: number } {
    const id = nextId();
    const most = cost * times;
    // The dot ends the salt: without it a number could borrow digits from what stands before it.
    const target = hash('sha256', `${id}.${randomInt(most)}`, 'hex');
    const text = `${id}.${most}.${target}`;
    const challenge = readChallenge(`${text}.${seal.sign(signed(formId, text))}`)!;
    return { ...challenge, expiresAt: madeAt(id) + challengeMs };
  }

  /** Of a proof as it came: `<challenge>.<number>`. */
  function check(formId: string, proof: string | undefined): Proof {
    if (!proof) return 'missing';
    const parts = written.exec(proof);
    if (!parts) return 'wrong';
    const [, id, most, target, signature, number] = parts as unknown as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    if (!isId(id) || !seal.isSigned(signed(formId, `${id}.${most}.${target}`), signature)) return 'wrong';
    const age = now() - madeAt(id);
    if (age > challengeMs || age < -skewMs) return 'expired';
    const found = hash('sha256', `${id}.${Number(number)}`, 'hex');
    return timingSafeEqual(Buffer.from(found), Buffer.from(target)) ? { id } : 'wrong';
  }

  return { create, check };
}
