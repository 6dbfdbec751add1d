import type { Transport } from './transport.ts';
import type { MailTransport } from './outcome.ts';

/** Milliseconds a connection nobody uses is kept: long enough for the next turn, short enough not to sit on a server's slots. */
const keepMs = 5_000;

/** The open connections of a worker, shared by its send workers, so that a server never sees more of them than it allows. */
export class ConnectionPool {
  readonly #most: number;
  #idle: { key: string; connection: MailTransport; since: number }[] = [];
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async take(transport: Transport): Promise<MailTransport> {
    this.#taken += 1;
    for (let at = this.#lastOf(transport.poolKey); at >= 0; at = this.#lastOf(transport.poolKey)) {
      const { connection } = this.#idle.splice(at, 1)[0]!;
      if (connection.isOpen) return connection;
      connection.close();
    }
    if (this.#taken + this.#idle.length > this.#most) this.#idle.shift()?.connection.close();
    try {
      return await transport.open();
    } catch (error) {
      this.#taken -= 1;
      throw error;
    }
  }

  giveBack({ poolKey: key }: Transport, connection: MailTransport): void {
    this.#taken -= 1;
    if (connection.isOpen) this.#idle.push({ key, connection, since: performance.now() });
    else connection.close();
  }

  tidy(): void {
    const oldest = performance.now() - keepMs;
    const gone = this.#idle.filter(({ connection, since }) => since < oldest || !connection.isOpen);
    this.#idle = this.#idle.filter((entry) => !gone.includes(entry));
    for (const { connection } of gone) connection.close();
  }

  close(): void {
    for (const { connection } of this.#idle.splice(0)) connection.close();
  }

  /** The one used last is the warmest. */
  #lastOf(key: string): number {
    return this.#idle.findLastIndex((entry) => entry.key === key);
  }
}
