import type { Context } from '#platform/context.ts';
import type { ReputationSource } from './reputation-guard/reputation-guard.ts';
import type { SendLedger } from './send-ledger.ts';
import type { SendProblem } from './send-problem.ts';
import type { Transport } from './transport.ts';

/** What is sent: a campaign today. Read when sending begins, and again when its version changes. */
export type SenderParts = {
  ctx: Context;
  id: string;
  /** What the log calls it; never an address. */
  names: Readonly<Record<string, string>>;
  ledger: SendLedger;
  transport: Transport;
  /** The domain the emails come from, which may be new and then starts small. */
  domain: string;
  /** Null where too many bounces or complaints hold nothing. */
  reputation: ReputationSource | null;
  /** Stops it until a person has looked: every further email would meet the same. */
  hold(problem: SendProblem): Promise<unknown>;
  /** These mailboxes do not exist: nobody writes to them again. */
  suppress(addresses: readonly string[]): Promise<unknown>;
};

export type LiveSend = {
  organizationId: string;
  id: string;
  /** Another text once what it is sent by has changed. */
  version: string;
  /** Undefined when there is nothing to send after all. */
  open: () => Promise<SenderParts | undefined>;
};

export type Recovered = { organizationId: string; retried: number; uncertain: number };
export type Backlog = { waiting: number; oldestSeconds: number };

/** A feature with emails to send, over all organizations: whose they are and nothing more. */
export type SendSource = {
  live(): Promise<LiveSend[]>;
  /** Rows whose worker has died: pending again before the dot, for then nothing happened, and uncertain after it. */
  recoverExpired(tell: (recovered: Recovered) => void): Promise<void>;
  /** What is due, counted up to so many, and how long the oldest has waited. */
  backlog(atMost: number): Promise<Backlog>;
};
