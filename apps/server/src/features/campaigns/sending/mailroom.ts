import type { CampaignDesk } from './campaign-desk.ts';
import { Exits } from './exits.ts';
import type { SendingMetrics } from './metrics.ts';
import type { Pace } from './pace/pace.ts';
import type { Claimed } from './queries.ts';
import { Rota, type Turn } from './rota.ts';

export type Task = { desk: CampaignDesk; row: Claimed & { email: string; addressHash: Buffer } };

/** Milliseconds a desk without due rows is left alone, at least and at most. */
const restMs = { least: 250, most: 5_000 };

/**
 * Rows in one turn, for each lane. Mails of one campaign that are under way together share their commits, so a turn is
 * more than one row each; and it is over in a moment, so that others do not wait.
 */
const turnsOfLane = 4;

/**
 * Keeps just enough claimed rows ready for the lanes. Few, because what is claimed waits here and not in the ledger: a
 * row is claimed for the next moment, never for the next minute.
 */
export class Mailroom {
  readonly rota = new Rota<CampaignDesk>();
  readonly #lanes: number;
  readonly #pace: Pace;
  readonly #metrics: SendingMetrics;
  readonly #onTrouble: (error: unknown) => void;
  readonly #ready: Task[] = [];
  readonly #waiting: ((task: Task | undefined) => void)[] = [];
  readonly #restUntil = new WeakMap<CampaignDesk, number>();
  readonly #exits = new Exits();
  readonly #claims = new Set<Promise<void>>();
  #closed = false;

  constructor(lanes: number, pace: Pace, metrics: SendingMetrics, onTrouble: (error: unknown) => void) {
    this.#lanes = lanes;
    this.#pace = pace;
    this.#metrics = metrics;
    this.#onTrouble = onTrouble;
  }

  /** The next mail to send; undefined once the room is closed. */
  next(): Promise<Task | undefined> {
    if (this.#closed) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.fill();
    });
  }

  /** The way out is free again. One that could not be reached rests, and its rows are there for others. */
  done({ desk }: Task, reached: boolean): void {
    this.#exits.end(desk.exit, reached);
    if (!reached) this.#sendAway(desk.exit.key);
    this.fill();
  }

  /** Hands out what is ready and asks the ledger for more. Two claims at once keep the lanes busy. */
  fill(): void {
    this.#handOut();
    while (!this.#closed && this.#claims.size < 2 && this.#servable() < this.#lanes) {
      const now = Date.now();
      const turn = this.rota.next((desk) => (this.#restUntil.get(desk) ?? 0) <= now && this.#mayClaim(desk));
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
    for (const resolve of this.#waiting.splice(0)) resolve(undefined);
    await Promise.all(this.#claims);
    await Promise.all(this.#ready.splice(0).map(({ desk, row }) => desk.giveBack(row)));
  }

  #handOut(): void {
    for (let at = this.#firstServable(); at >= 0; at = this.#firstServable()) {
      const [task] = this.#ready.splice(at, 1) as [Task];
      this.#exits.begin(task.desk.exit);
      this.#waiting.shift()!(task);
    }
  }

  #firstServable(): number {
    if (this.#closed || this.#waiting.length === 0) return -1;
    return this.#ready.findIndex(({ desk }) => this.#exits.hasRoom(desk.exit));
  }

  #servable(): number {
    return this.#ready.filter(({ desk }) => this.#exits.hasRoom(desk.exit)).length;
  }

  #sendAway(key: string): void {
    const away = this.#ready.filter(({ desk }) => desk.exit.key === key);
    for (const task of away) {
      this.#ready.splice(this.#ready.indexOf(task), 1);
      void task.desk.giveBack(task.row);
    }
  }

  /** A full exit has enough waiting for it; claiming more would keep rows from other workers. */
  #mayClaim({ exit }: CampaignDesk): boolean {
    if (this.#exits.rests(exit)) return false;
    return this.#ready.filter(({ desk }) => desk.exit.key === exit.key).length < this.#lanes;
  }

  async #claimFor({ desk, isFirst }: Turn<CampaignDesk>): Promise<void> {
    this.#restUntil.set(desk, Number.POSITIVE_INFINITY);
    try {
      const alone = await this.#claimSome(desk, isFirst ? this.#lanes : this.#lanes * turnsOfLane);
      this.#restUntil.set(desk, Date.now() + alone);
      // Nobody else may come by in time: lanes without work ask nothing.
      if (alone > 0) setTimeout(() => this.fill(), alone).unref();
    } catch (error) {
      // The database is away or refuses: nothing is lost, the rows are still due or their leases run out.
      this.#onTrouble(error);
      this.#restUntil.set(desk, Date.now() + restMs.least);
    }
  }

  /** Answers how many milliseconds the desk may be left alone. */
  async #claimSome(desk: CampaignDesk, want: number): Promise<number> {
    const permit = await this.#pace.permit(desk, want);
    if (permit.limit) this.#metrics.waited(permit.limit);
    if (permit.allowed === 0) return permit.waitMs;
    const rows = await desk.claim(permit.allowed, permit.notTo);
    if (rows.length < permit.allowed) await this.#pace.refund(desk, permit, permit.allowed - rows.length);
    for (const row of rows) this.#keep(desk, row);
    if (rows.length > 0) return permit.waitMs;

    const { isOpen, inSeconds } = await desk.nextDue();
    if (!isOpen) await desk.completeIfDone();
    return Math.min(Math.max((inSeconds ?? 0) * 1_000, restMs.least), restMs.most);
  }

  #keep(desk: CampaignDesk, row: Claimed): void {
    if (row.leftOut !== null) {
      this.#metrics.mails('suppressed');
      void desk.settle(leftOut(row));
    } else this.#ready.push({ desk, row: row as Task['row'] });
  }
}

/** Opted out, deleted or gone for a break since the audience was frozen. */
const leftOut = ({ contactId, leaseNo, leftOut: reason }: Claimed) =>
  ({ contactId, leaseNo, state: 'suppressed', reason, retryable: false, bounced: false, delaySeconds: 0 }) as const;
