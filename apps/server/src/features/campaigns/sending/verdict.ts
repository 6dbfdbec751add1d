import { isDeadMailbox, isSenderUntrusted, type Outcome } from './outcome.ts';
import type { Held, Result } from './queries.ts';
import { spread } from './spread.ts';

/** Tries before a passing refusal counts as failed. */
const mostAttempts = 8;

/** Seconds until the next try: 15 s, doubling to 15 min. */
const backoffSeconds = (attempts: number): number => spread(Math.min(15 * 2 ** (attempts - 1), 900));

type Tried = Held & { attempts: number };

/** What an outcome means for the row. `null` when the row goes back as it was. */
export function verdictOn(row: Tried, outcome: Outcome): Result | null {
  const { contactId, leaseNo } = row;
  const ended = { contactId, leaseNo, reason: null, retryable: false, bounced: false, delaySeconds: 0 };
  if (outcome.kind === 'accepted') return { ...ended, state: 'accepted' };
  if (outcome.kind === 'withheld' || outcome.kind === 'unreached') return null;

  const { answer: reason } = outcome;
  if (outcome.kind === 'uncertain') return { ...ended, state: 'uncertain', reason };
  if (outcome.kind === 'lost') return tryAgain(row, { ...ended, reason });
  // Speaks of the sender and not of the reader: the campaign is held, and the reader waits.
  if (isSenderUntrusted(reason)) return null;
  if (outcome.passing || outcome.stage === 'sender') return tryAgain(row, { ...ended, reason });
  return { ...ended, state: 'failed', reason, bounced: isDeadMailbox(outcome) };
}

function tryAgain({ attempts }: Tried, ended: Omit<Result, 'state'>): Result {
  if (attempts >= mostAttempts) return { ...ended, state: 'failed', retryable: true };
  return { ...ended, state: 'pending', delaySeconds: backoffSeconds(attempts) };
}
