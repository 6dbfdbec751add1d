import { Readable } from 'node:stream';

export class Withheld extends Error {}

/**
 * A mail whose end is held back until `offer` has said yes: the server sees the final dot only after the ledger knows
 * that it is about to. A no destroys the stream, which closes the connection before the dot and delivers nothing.
 */
export class WithheldMail extends Readable {
  /** From here on the server may have the mail. */
  dotGiven = false;
  readonly #message: Buffer;
  readonly #offer: () => Promise<boolean>;
  #started = false;

  constructor(message: Buffer, offer: () => Promise<boolean>) {
    super({ highWaterMark: message.length + 1 });
    this.#message = message;
    this.#offer = offer;
  }

  override _read(): void {
    if (this.#started) return;
    this.#started = true;
    this.push(this.#message);
    this.#offer().then(
      (given) => {
        if (this.destroyed) return;
        this.dotGiven = given;
        if (given) this.push(null);
        else this.destroy(new Withheld('The final dot was withheld.'));
      },
      (error: Error) => this.destroy(error),
    );
  }
}
