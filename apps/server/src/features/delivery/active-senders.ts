import type { Log } from '#platform/log.ts';
import type { SendQueue } from './send-queue.ts';
import type { LiveSend } from './send-source.ts';
import { Sender } from './sender.ts';

/** Senders made ready at once: most of the time they wait for the database. */
const atOnce = 4;

/** Milliseconds a sender that left is remembered at least: a claim under way may still bring it rows. */
const lingerMs = 10_000;

/** What of one source has a sender in this worker. One that has left the scheduler stays until the rows it holds are done. */
export class ActiveSenders {
  readonly #queue: SendQueue;
  readonly #settings: { leaseSeconds: number; log: Log };
  /** With the version of what is sent, when the sender was made. */
  readonly #active = new Map<Sender, string>();
  readonly #leaving = new Map<Sender, number>();

  constructor(queue: SendQueue, settings: { leaseSeconds: number; log: Log }) {
    this.#queue = queue;
    this.#settings = settings;
  }

  /** Every sender that may hold rows. */
  all(): Sender[] {
    return [...this.#active.keys(), ...this.#leaving.keys()];
  }

  /** Senders for what became live or has changed, none for what ended. */
  async follow(live: readonly LiveSend[], signal: AbortSignal): Promise<void> {
    const ids = new Set(live.map(({ id }) => id));
    const oldest = performance.now() - lingerMs;
    for (const [sender, since] of this.#leaving) if (!sender.isInUse && since < oldest) this.#leaving.delete(sender);
    for (const sender of this.#active.keys()) if (!ids.has(sender.id)) this.#leave(sender);

    const waiting = live.filter((send) => !this.#isActive(send));
    const worker = async () => {
      for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) await this.#activate(next);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  #isActive({ organizationId, id, version }: LiveSend): boolean {
    const sender = this.#queue.scheduler.get(organizationId, id);
    return sender !== undefined && this.#active.get(sender) === version;
  }

  async #activate({ organizationId, id, version, open }: LiveSend): Promise<void> {
    try {
      const parts = await open();
      const before = this.#queue.scheduler.get(organizationId, id);
      if (before) this.#leave(before);
      if (!parts) return;
      const sender = new Sender(parts, this.#settings);
      this.#active.set(sender, version);
      this.#queue.scheduler.add(organizationId, id, sender);
      this.#queue.fill();
    } catch (error) {
      this.#settings.log.error({ err: error, organizationId, id }, 'what is to be sent could not be made ready');
    }
  }

  #leave(sender: Sender): void {
    this.#queue.scheduler.remove(sender.ctx.organizationId, sender.id);
    this.#active.delete(sender);
    this.#leaving.set(sender, performance.now());
  }
}
