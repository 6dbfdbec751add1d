import { refused, StripeFailure } from './stripe-error.ts';

export type Answer = { status: number; body: unknown };
type Entry = { fingerprint: string; answer: Answer | null; at: number };

/** Seconds for which Stripe remembers a key. */
const keptSeconds = 24 * 3_600;

/** What was answered to each Idempotency-Key. */
export type IdempotencyKeys = {
  /** The stored answer, or null if the request is to be done now. */
  begin(key: string, fingerprint: string): Answer | null;
  /** Without an answer the key is free again: nothing was done. */
  end(key: string, answer: Answer | null): void;
};

export function createIdempotencyKeys(now: () => number): IdempotencyKeys {
  const entries = new Map<string, Entry>();
  return {
    begin(key, fingerprint) {
      const entry = entries.get(key);
      if (!entry || entry.at + keptSeconds <= now()) {
        entries.set(key, { fingerprint, answer: null, at: now() });
        return null;
      }
      if (entry.fingerprint !== fingerprint) throw otherParameters(key);
      if (!entry.answer) throw inUse(key);
      return entry.answer;
    },
    end(key, answer) {
      const entry = entries.get(key);
      if (!answer) entries.delete(key);
      else if (entry) entry.answer = answer;
    },
  };
}

const otherParameters = (key: string): StripeFailure =>
  refused(
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  );

const inUse = (key: string): StripeFailure =>
  new StripeFailure(409, `There is currently another in-progress request using this Idempotency-Key: ${key}.`, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
  });
