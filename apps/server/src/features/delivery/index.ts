export { isDeadMailbox } from './outcome.ts';
export type { Reception, Reputation, ReputationSource } from './reputation-guard/reputation-guard.ts';
export type { Claim, Claimed, Held, NextDue, Result, SendLedger, Writes, Written } from './send-ledger.ts';
export { createSendNotes } from './send-notes.ts';
export type { Backlog, Recovered, SenderParts, SendSource } from './send-source.ts';
export { transportOf } from './transport.ts';
