import type { Exit } from './campaign-desk.ts';
import type { Outlet } from './outcome.ts';

/** Milliseconds a line nobody uses is kept: long enough for the next turn, short enough not to sit on a server's slots. */
const keepMs = 5_000;

/** The open lines of a worker, shared by its lanes, so that a server never sees more of them than it allows. */
export class Lines {
  readonly #most: number;
  #idle: { key: string; line: Outlet; since: number }[] = [];
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async take(exit: Exit): Promise<Outlet> {
    this.#taken += 1;
    for (let at = this.#lastOf(exit.lineKey); at >= 0; at = this.#lastOf(exit.lineKey)) {
      const { line } = this.#idle.splice(at, 1)[0]!;
      if (line.isOpen) return line;
      line.close();
    }
    if (this.#taken + this.#idle.length > this.#most) this.#idle.shift()?.line.close();
    try {
      return await exit.open();
    } catch (error) {
      this.#taken -= 1;
      throw error;
    }
  }

  giveBack({ lineKey: key }: Exit, line: Outlet): void {
    this.#taken -= 1;
    if (line.isOpen) this.#idle.push({ key, line, since: Date.now() });
    else line.close();
  }

  tidy(): void {
    const oldest = Date.now() - keepMs;
    const gone = this.#idle.filter(({ line, since }) => since < oldest || !line.isOpen);
    this.#idle = this.#idle.filter((entry) => !gone.includes(entry));
    for (const { line } of gone) line.close();
  }

  close(): void {
    for (const { line } of this.#idle.splice(0)) line.close();
  }

  /** The one used last is the warmest. */
  #lastOf(key: string): number {
    return this.#idle.findLastIndex((entry) => entry.key === key);
  }
}
