export { isDeadMailbox } from './outcome.ts';
export type { Reception, Reputation, ReputationSource } from './reputation-guard/reputation-guard.ts';
export type { Claim, Claimed, Held, NextDue, Result, SendJournal, SendLedger, Writes, Written } from './send-ledger.ts';
export type { Backlog, Recovered, SenderParts, SendSource } from './send-source.ts';
export { transportOf } from './transport.ts';
