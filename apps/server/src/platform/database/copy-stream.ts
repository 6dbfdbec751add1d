import { Readable } from 'node:stream';
import type pg from 'pg';

/** Where to read or write next, and where that ends. */
export type Bytes = { buffer: Buffer; at: number; end: number };

/** Small enough for a first byte at once, large enough that a million rows are few pieces. */
const pieceBytes = 65_536;
const headBytes = 5;
const copyData = 0x64;

type Listener = (chunk: Buffer) => void;
type Wire = {
  query(text: string): void;
  stream: {
    pause(): void;
    resume(): void;
    listeners(event: 'data'): Listener[];
    on(event: 'data', listener: Listener): void;
    off(event: 'data', listener: Listener): void;
  };
};

/**
 * What the server copies out, joined to pieces that end with a row. It stands between the socket and pg's own reader and
 * takes the rows out of the stream, because pg makes an object and an event of each; all other messages go on to pg.
 */
export class CopyStream extends Readable implements pg.Submittable {
  readonly text: string;
  /** Read by pg: its own timer for this statement, in place of the pool's. */
  readonly query_timeout: number;
  /** Set by pg, which stops that timer with it. */
  callback?: (error?: Error) => void;
  /** The server is ready for another statement. */
  answered = false;
  readonly #write: (row: Bytes, out: Bytes) => void;
  #wire: Wire | undefined;
  /** Of pg; they get everything again as soon as this is empty. */
  #readers: Listener[] = [];
  #rest: Buffer | undefined;
  readonly #row: Bytes = { buffer: Buffer.alloc(0), at: 0, end: 0 };
  readonly #piece: Bytes = emptyPiece(pieceBytes);

  constructor(text: string, timeout: number, write: (row: Bytes, out: Bytes) => void) {
    super({ highWaterMark: 2 * pieceBytes });
    this.text = text;
    this.query_timeout = timeout;
    this.#write = write;
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    this.#wire = wire;
    this.#readers = wire.stream.listeners('data');
    wire.stream.on('data', this.#take);
    for (const reader of this.#readers) wire.stream.off('data', reader);
    wire.query(this.text);
  }

  /** A message is a letter, the length of what follows with the length itself, and the content. */
  readonly #take = (chunk: Buffer): void => {
    const buffer = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    this.#rest = undefined;
    this.#row.buffer = buffer;
    let at = 0;
    while (at + headBytes <= buffer.length) {
      const end = at + 1 + buffer.readUInt32BE(at + 1);
      if (end > buffer.length) break;
      if (buffer[at] === copyData) this.#add(at + headBytes, end);
      else if (this.#passOn(buffer, at, end)) return;
      at = end;
    }
    if (at < buffer.length) this.#rest = buffer.subarray(at);
  };

  /** True when that was the last of this statement: whatever else has come is pg's. */
  #passOn(buffer: Buffer, at: number, end: number): boolean {
    const readers = this.#readers;
    for (const reader of readers) reader(buffer.subarray(at, end));
    if (this.#readers === readers) return false;
    if (end < buffer.length) for (const reader of readers) reader(buffer.subarray(end));
    return true;
  }

  #giveBack(): void {
    this.#wire?.stream.off('data', this.#take);
    for (const reader of this.#readers) this.#wire?.stream.on('data', reader);
    this.#readers = [];
  }

  #add(at: number, end: number): void {
    const most = 2 * (end - at) + 16;
    if (this.#piece.at + most > this.#piece.end) this.#hand(most);
    this.#row.at = at;
    this.#row.end = end;
    this.#write(this.#row, this.#piece);
  }

  #hand(needed: number): void {
    const { buffer, at } = this.#piece;
    if (at > 0 && !this.push(buffer.subarray(0, at))) this.#wire?.stream.pause();
    Object.assign(this.#piece, emptyPiece(Math.max(needed, pieceBytes)));
  }

  override _read(): void {
    this.#wire?.stream.resume();
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.answered = true;
    this.#giveBack();
    this.#hand(0);
    this.push(null);
    this.#wire?.stream.resume();
    this.callback?.();
  }

  handleError(error: Error): void {
    // A refused statement leaves the connection as good as before.
    this.answered = 'severity' in error;
    if (this.answered) this.#giveBack();
    // Nobody reads on here, and pg waits for the end of the statement.
    this.#wire?.stream.resume();
    this.callback?.(error);
    this.destroy(error);
  }
}

const emptyPiece = (bytes: number): Bytes => ({ buffer: Buffer.allocUnsafe(bytes), at: 0, end: bytes });
