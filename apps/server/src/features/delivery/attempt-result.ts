import { jitter } from './jitter.ts';
import { isDeadMailbox, isSenderUntrusted, type Outcome } from './outcome.ts';
import type { Held, Result } from './send-ledger.ts';

/** Tries before a passing refusal counts as failed. */
const mostAttempts = 8;

/** Seconds until the next try: 15 s, doubling to 15 min. */
const backoffSeconds = (attempts: number): number => jitter(Math.min(15 * 2 ** (attempts - 1), 900));

type Tried = Held & { attempts: number };

/** What an outcome means for the row. `null` when the row goes back as it was. */
export function resultOf(row: Tried, outcome: Outcome): Result | null {
  const { recipientId, leaseNo } = row;
  const ended = { recipientId, leaseNo, reason: null, retryable: false, bounced: false, delaySeconds: 0 };
  if (outcome.kind === 'accepted') return { ...ended, state: 'accepted' };
  if (outcome.kind === 'withheld' || outcome.kind === 'unreached') return null;

  const { answer: reason } = outcome;
  if (outcome.kind === 'uncertain') return { ...ended, state: 'uncertain', reason };
  if (outcome.kind === 'lost') return tryAgain(row, { ...ended, reason });
  // Speaks of the sender and not of the reader: sending is held, and the reader waits.
  if (isSenderUntrusted(reason)) return null;
  if (outcome.passing || outcome.stage === 'sender') return tryAgain(row, { ...ended, reason }, outcome.restMs);
  return { ...ended, state: 'failed', reason, bounced: isDeadMailbox(outcome) };
}

/** When the server said for how long it wants none, it is tried then. */
function tryAgain({ attempts }: Tried, ended: Omit<Result, 'state'>, restMs?: number): Result {
  if (attempts >= mostAttempts) return { ...ended, state: 'failed', retryable: true };
  return { ...ended, state: 'pending', delaySeconds: restMs ? restMs / 1_000 : backoffSeconds(attempts) };
}
