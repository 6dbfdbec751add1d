import type { Context } from '#platform/context.ts';
import type { Log } from '#platform/log.ts';
import { createBatcher } from './batcher.ts';
import { retryUntilWritten } from './retry-until-written.ts';
import type { Claimed, Held, NextDue, Offer, Result, SendLedger } from './send-ledger.ts';
import type { SendProblem } from './send-problem.ts';
import type { SenderParts } from './send-source.ts';
import type { Transport } from './transport.ts';

type Write = { offer: Offer } | { result: Result };

type SenderSettings = {
  /** Seconds a worker may be silent before its rows are taken from it. */
  leaseSeconds: number;
  log: Log;
};

/** Sends one campaign, or whatever else has a ledger, in one worker; and knows the rows the worker holds of it. */
export class Sender {
  readonly ctx: Context;
  readonly id: string;
  readonly names: SenderParts['names'];
  readonly transport: Transport;
  readonly domain: string;
  readonly reputation: SenderParts['reputation'];
  readonly openedAt = performance.now();
  /** Refusals in a row that speak of the sender or the connection. */
  refusals = 0;
  readonly #parts: SenderParts;
  readonly #ledger: SendLedger;
  readonly #leaseSeconds: number;
  readonly #log: Log;
  /** Rows this worker holds, by recipient; their leases are renewed while they are here. */
  readonly #held = new Map<string, Held>();
  readonly #writes = createBatcher<Write, boolean>((writes) => this.#write(writes), { atMost: 500 });
  readonly #returns = createBatcher<Held, void>((rows) => this.#release(rows), { atMost: 500 });
  readonly #bounced = createBatcher<string, void>((addresses) => this.#suppress(addresses), { atMost: 500 });

  constructor(parts: SenderParts, { leaseSeconds, log }: SenderSettings) {
    this.ctx = parts.ctx;
    this.id = parts.id;
    this.names = parts.names;
    this.transport = parts.transport;
    this.domain = parts.domain;
    this.reputation = parts.reputation;
    this.#parts = parts;
    this.#ledger = parts.ledger;
    this.#leaseSeconds = leaseSeconds;
    this.#log = log;
  }

  get isInUse(): boolean {
    return this.#held.size > 0;
  }

  async claim(limit: number, notTo: readonly string[]): Promise<Claimed[]> {
    const rows = await this.#ledger.claim({ limit, leaseSeconds: this.#leaseSeconds, notTo });
    for (const { recipientId, leaseNo } of rows) this.#held.set(recipientId, { recipientId, leaseNo });
    return rows;
  }

  /** True once it is committed that the dot is about to be given, and everything that was settled before. */
  offer(row: Offer): Promise<boolean> {
    return this.#writes.add({ offer: row });
  }

  async settle(result: Result): Promise<void> {
    await this.#writes.add({ result });
    this.#held.delete(result.recipientId);
  }

  /** The row is due again as if nothing had happened; its dot was not given. */
  async giveBack(row: Held): Promise<void> {
    await this.#returns.add(row);
    this.#held.delete(row.recipientId);
  }

  async renew(): Promise<void> {
    if (this.isInUse) await this.#ledger.renew([...this.#held.values()], this.#leaseSeconds);
  }

  nextDue(): Promise<NextDue> {
    return this.#ledger.nextDue();
  }

  completeIfDone(): Promise<boolean> {
    return this.#ledger.completeIfDone();
  }

  hold(problem: SendProblem): Promise<void> {
    return retryUntilWritten([problem], {
      write: () => this.#parts.hold(problem),
      what: 'a hold',
      log: this.#log,
      name: () => ({ ...this.names, problem }),
    });
  }

  /** A mailbox that does not exist is not written to again. Those that come together are written together. */
  suppress(address: string): Promise<void> {
    return this.#bounced.add(address);
  }

  /** An offer that cannot be written is none. An answer that was heard must not be forgotten. */
  async #write(writes: Write[]): Promise<boolean[]> {
    const offers = writes.flatMap((write) => ('offer' in write ? [write.offer] : []));
    const results = writes.flatMap((write) => ('result' in write ? [write.result] : []));
    const { journal } = this.#ledger;
    journal.ended(results);
    let offered: ReadonlySet<string> = new Set();
    const late = new Map(results.map((result) => [result.recipientId, result]));
    try {
      const written = await this.#ledger.write({ offers, results }, this.#leaseSeconds);
      offered = written.offered;
      for (const recipientId of written.settled) late.delete(recipientId);
    } catch {
      if (results.length > 0) await this.#settle(results, late);
    }
    if (late.size > 0)
      await this.#retryUntilWritten('a late answer to a mail', [...late.values()], (some) =>
        this.#ledger.settleLate(some),
      );
    // Noted before the dot: what a restored database has forgotten is known from here.
    const given = journal.offered(offers.filter(({ recipientId }) => offered.has(recipientId)));
    return writes.map((write) => ('offer' in write ? given.has(write.offer.recipientId) : true));
  }

  /** A result that cannot be written leaves its row offered; its lease runs out and the mail is uncertain. */
  async #settle(results: Result[], late: Map<string, Result>): Promise<void> {
    await this.#retryUntilWritten('the answer to a mail', results, async (some) => {
      const { settled } = await this.#ledger.write({ offers: [], results: some }, this.#leaseSeconds);
      for (const recipientId of settled) late.delete(recipientId);
    });
  }

  async #release(rows: Held[]): Promise<void[]> {
    await this.#retryUntilWritten('a claim given back', rows, (some) => this.#ledger.release(some));
    return rows.map(() => undefined);
  }

  async #suppress(addresses: string[]): Promise<void[]> {
    await retryUntilWritten(addresses, {
      write: (some) => this.#parts.suppress(some),
      what: 'the suppression of a bounced address',
      log: this.#log,
      name: () => this.names,
    });
    return addresses.map(() => undefined);
  }

  #retryUntilWritten<Item extends Held>(
    what: string,
    items: Item[],
    write: (items: Item[]) => Promise<unknown>,
  ): Promise<void> {
    const name = ({ recipientId }: Item) => ({ ...this.names, recipientId });
    return retryUntilWritten(items, { write, what, log: this.#log, name });
  }
}
