import { FairScheduler, type Turn } from './fair-scheduler.ts';
import type { SendingMetrics } from './metrics.ts';
import type { Permit, RateLimiter } from './rate-limit/rate-limiter.ts';
import type { Claimed, Held, Recipient, Result } from './send-ledger.ts';
import type { Sender } from './sender.ts';
import { TransportLimits, type Rest } from './transport-limits.ts';

export type Task = {
  sender: Sender;
  row: Recipient;
  /** The domain may send only so many a day, and this one is counted. */
  isWarming: boolean;
};

/** Send workers serve servers that answer; trial workers find out whether the others do. */
export type WorkerKind = 'send' | 'trial';

/** Milliseconds a sender without due rows is left alone, at least and at most. */
const restMs = { least: 250, most: 5_000 };

/**
 * Rows in one turn, for each send worker. Mails of one sender that are under way together share their commits, so a turn is
 * more than one row each; and it is over in a moment, so that others do not wait.
 */
const rowsPerWorker = 4;

/**
 * Keeps just enough claimed rows ready for the send workers. Few, because what is claimed waits here and not in the ledger: a
 * row is claimed for the next moment, never for the next minute.
 */
export class SendQueue {
  readonly scheduler = new FairScheduler<Sender>();
  readonly #workers: number;
  readonly #rateLimiter: RateLimiter;
  readonly #metrics: SendingMetrics;
  readonly #onTrouble: (error: unknown) => void;
  readonly #ready: Task[] = [];
  readonly #waiting: Record<WorkerKind, ((task: Task | undefined) => void)[]> = { send: [], trial: [] };
  readonly #restUntil = new WeakMap<Sender, number>();
  readonly #transportLimits = new TransportLimits();
  readonly #claims = new Set<Promise<void>>();
  #closed = false;

  constructor(workers: number, rateLimiter: RateLimiter, metrics: SendingMetrics, onTrouble: (error: unknown) => void) {
    this.#workers = workers;
    this.#rateLimiter = rateLimiter;
    this.#metrics = metrics;
    this.#onTrouble = onTrouble;
  }

  /** The next mail for a worker of this kind; undefined once the queue is closed. */
  next(kind: WorkerKind): Promise<Task | undefined> {
    if (this.#closed) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#waiting[kind].push(resolve);
      this.fill();
    });
  }

  /** There is a connection, so more of them may be asked for. */
  reached({ sender }: Task): void {
    this.#transportLimits.reached(sender.transport);
    this.fill();
  }

  /** The server answers: a send worker takes the mail from here, before all others. */
  async passOn(task: Task): Promise<void> {
    const { sender } = task;
    this.#transportLimits.reached(sender.transport);
    this.#transportLimits.end(sender.transport, 0);
    if (this.#closed) return this.giveBack(task);
    this.#ready.unshift(task);
    this.fill();
  }

  /** Its dot was not given: the row is due again, and its domain may send one more today. */
  async giveBack({ sender, row, isWarming }: Task): Promise<void> {
    await sender.giveBack(row);
    if (isWarming) await this.#refundDay(sender, 1);
  }

  /** The transport is free again. One that could not be reached, or asks for it, rests, and its rows are there for others. */
  done({ sender }: Task, rest: Rest): void {
    this.#transportLimits.end(sender.transport, rest);
    if (rest !== 0) this.#sendAway(sender.transport.key);
    this.fill();
  }

  /** Hands out what is ready and asks the ledger for more. Two claims at once keep the send workers busy. */
  fill(): void {
    this.#handOut();
    while (!this.#closed && this.#claims.size < 2 && this.#servable() < this.#workers) {
      const now = performance.now();
      const turn = this.scheduler.next((sender) => (this.#restUntil.get(sender) ?? 0) <= now && this.#mayClaim(sender));
      if (!turn) return;
      const claim = this.#claimFor(turn).finally(() => {
        this.#claims.delete(claim);
        this.fill();
      });
      this.#claims.add(claim);
    }
  }

  /** Nothing new is handed out, and what was claimed and not begun is free again. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const resolve of Object.values(this.#waiting).flatMap((waiting) => waiting.splice(0))) resolve(undefined);
    await Promise.all(this.#claims);
    await Promise.all(this.#ready.splice(0).map((task) => this.giveBack(task)));
  }

  #handOut(): void {
    for (const kind of ['send', 'trial'] as const) {
      for (let at = this.#firstFor(kind); at >= 0; at = this.#firstFor(kind)) {
        const [task] = this.#ready.splice(at, 1) as [Task];
        this.#transportLimits.begin(task.sender.transport);
        this.#waiting[kind].shift()!(task);
      }
    }
  }

  #firstFor(kind: WorkerKind): number {
    if (this.#closed || this.#waiting[kind].length === 0) return -1;
    return this.#ready.findIndex((task) => this.#isFor(kind, task));
  }

  #isFor(kind: WorkerKind, { sender: { transport } }: Task): boolean {
    return kind === 'send' ? this.#transportLimits.hasRoom(transport) : this.#transportLimits.mayTry(transport);
  }

  #servable(): number {
    return this.#ready.filter((task) => this.#isFor('send', task) || this.#isFor('trial', task)).length;
  }

  #sendAway(key: string): void {
    const away = this.#ready.filter(({ sender }) => sender.transport.key === key);
    for (const task of away) {
      this.#ready.splice(this.#ready.indexOf(task), 1);
      void this.giveBack(task);
    }
  }

  /** A full transport has enough waiting for it; claiming more would keep rows from other workers. */
  #mayClaim({ transport }: Sender): boolean {
    if (this.#transportLimits.rests(transport)) return false;
    return this.#ready.filter(({ sender }) => sender.transport.key === transport.key).length < this.#workers;
  }

  async #claimFor({ sender, isFirst }: Turn<Sender>): Promise<void> {
    this.#restUntil.set(sender, Number.POSITIVE_INFINITY);
    try {
      const alone = await this.#claimSome(sender, isFirst ? this.#workers : this.#workers * rowsPerWorker);
      this.#restUntil.set(sender, performance.now() + alone);
      // Nobody else may come by in time: send workers without work ask nothing.
      if (alone > 0) setTimeout(() => this.fill(), alone).unref();
    } catch (error) {
      // The database is away or refuses: nothing is lost, the rows are still due or their leases run out.
      this.#onTrouble(error);
      this.#restUntil.set(sender, performance.now() + restMs.least);
    }
  }

  /** Answers how many milliseconds the sender may be left alone. */
  async #claimSome(sender: Sender, want: number): Promise<number> {
    const permit = await this.#rateLimiter.permit(sender, want);
    if (permit.limit) this.#metrics.waited(permit.limit);
    if (permit.allowed === 0) return permit.waitMs;
    const rows = await this.#claimWithin(sender, permit);
    if (rows.length < permit.allowed) await this.#rateLimiter.refund(sender, permit, permit.allowed - rows.length);
    const leftOut = rows.filter((row) => !this.#keep(sender, row, permit)).length;
    if (permit.isWarming && leftOut > 0) await this.#refundDay(sender, leftOut);
    if (rows.length > 0) return permit.waitMs;

    const { isOpen, inSeconds } = await sender.nextDue();
    if (!isOpen) await sender.completeIfDone();
    return Math.min(Math.max((inSeconds ?? 0) * 1_000, restMs.least), restMs.most);
  }

  /** Whatever goes wrong, what was allowed and not claimed is given back: a domain that warms up has little of it for a day. */
  async #claimWithin(sender: Sender, permit: Permit): Promise<Claimed[]> {
    try {
      return await sender.claim(permit.allowed, permit.notTo);
    } catch (error) {
      // Where the database is away this fails as well; the first error says more.
      await this.#rateLimiter.refund(sender, permit, permit.allowed).catch(() => {});
      throw error;
    }
  }

  /** False for somebody who gets nothing. */
  #keep(sender: Sender, row: Claimed, { isWarming }: Permit): boolean {
    if (row.leftOut === null) {
      this.#ready.push({ sender, row, isWarming });
      return true;
    }
    this.#metrics.mails('suppressed');
    void sender.settle(suppressed(row, row.leftOut));
    return false;
  }

  /** One that cannot be written is one mail less today, and no reason to stop. */
  #refundDay(sender: Sender, count: number): Promise<void> {
    return this.#rateLimiter.refundDay(sender, count).catch((error: unknown) => this.#onTrouble(error));
  }
}

/** Opted out, deleted or gone for a break since it was decided who gets it. */
const suppressed = ({ recipientId, leaseNo }: Held, reason: string): Result => ({
  recipientId,
  leaseNo,
  state: 'suppressed',
  reason,
  retryable: false,
  bounced: false,
  delaySeconds: 0,
});
