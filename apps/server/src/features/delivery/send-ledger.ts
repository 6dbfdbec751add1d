/** Somebody's hold on a row: with an older number nothing can be written. */
export type Held = { recipientId: string; leaseNo: string };

/** An email, ready for the wire: CRLF line ends, signed, not yet dot-stuffed. */
export type ComposedEmail = { envelopeFrom: string; message: Buffer };

type Row = Held & {
  /** Of the email, in its Message-ID and in the journal. */
  sendId: string;
  attempts: number;
  /** The domain of the address: readers of one that refuses wait together. */
  receiver: string;
};

/** A row that is to be sent now. */
export type Recipient = Row & { leftOut: null; email: string; compose(): ComposedEmail };
/** Somebody who gets nothing after all, and why. */
type LeftOut = Row & { leftOut: string };
export type Claimed = Recipient | LeftOut;

export type Offer = Held & { sendId: string };

export type Result = Held & {
  state: 'accepted' | 'failed' | 'suppressed' | 'uncertain' | 'pending';
  reason: string | null;
  /** A failed one a person may try again. */
  retryable: boolean;
  /** The mailbox does not exist. */
  bounced: boolean;
  /** Seconds until a pending one is due. */
  delaySeconds: number;
};

export type Claim = { limit: number; leaseSeconds: number; notTo: readonly string[] };
export type Writes = { results: readonly Result[]; offers: readonly Held[] };
/** The recipients whose rows took it. */
export type Written = { settled: ReadonlySet<string>; offered: ReadonlySet<string> };
export type NextDue = { isOpen: boolean; inSeconds: number | null };

/**
 * Who gets an email, a row for each, and what became of it: `pending`, `claimed`, `offering`, then an end. Whoever keeps
 * one sends by the promise of ADR 10: nobody twice, nobody lost, and whoever is in doubt is named. For that a ledger
 * decides by the clock of the database, raises the lease number with every claim, and writes nothing under an older one.
 */
export type SendLedger = {
  /** Takes some of those who are due, none to the receivers in `notTo`, and counts the attempt. */
  claim(claim: Claim): Promise<Claimed[]>;
  /**
   * In one commit: what became of some, and of others that their final dot is about to be given. An offer is taken only
   * while the row is held, everything still goes on and the person may be written to: no dot is given without that.
   */
  write(writes: Writes, leaseSeconds: number): Promise<Written>;
  /** An uncertain row takes late news from whoever offered it, but is not pending again. */
  settleLate(results: readonly Result[]): Promise<void>;
  /** Rows whose dot was not given are due as if nothing had happened, those that stand as offered too. */
  release(rows: readonly Held[]): Promise<void>;
  renew(rows: readonly Held[], leaseSeconds: number): Promise<void>;
  /** Cheap, and asked first: whether anybody still waits for an end, and in how many seconds the next one is due. */
  nextDue(): Promise<NextDue>;
  completeIfDone(): Promise<boolean>;
  journal: SendJournal;
};

/** Notes emails outside of the database, so that one restored from a backup does not send them again. */
export type SendJournal = {
  /** Answers whose offer stands in the journal; nobody else gets the dot. */
  offered(rows: readonly Offer[]): ReadonlySet<string>;
  ended(results: readonly Result[]): void;
};
