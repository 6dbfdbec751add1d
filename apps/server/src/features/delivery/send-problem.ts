import { type ConnectionHold, isSenderUntrusted, type Outcome } from './outcome.ts';

/** What is wrong with the sender or the connection, and so with every email that would follow. */
export type SendProblem = ConnectionHold | 'connection-refused' | 'sender-untrusted' | 'sender-refused';

export function problemOf(outcome: Outcome): SendProblem | null {
  if (outcome.kind === 'unreached') return outcome.hold ?? (outcome.code >= 500 ? 'connection-refused' : null);
  if (outcome.kind !== 'refused' || outcome.passing) return null;
  if (isSenderUntrusted(outcome.answer)) return 'sender-untrusted';
  return outcome.stage === 'sender' ? 'sender-refused' : null;
}

/** Said by one refusal as surely as by five. */
const isCertain = new Set<SendProblem>(['sender-untrusted', 'connection-blocked']);

/**
 * Refusals in a row that speak of us before sending is held: one alone may be a server in a bad mood. Connections are
 * tried one at a time, with pauses, so that fewer of them say as much.
 */
const mostRefusals = { ofMails: 5, ofConnections: 3 };

export const isProven = (problem: SendProblem, kind: Outcome['kind'], refusals: number): boolean =>
  isCertain.has(problem) || refusals >= (kind === 'unreached' ? mostRefusals.ofConnections : mostRefusals.ofMails);
