import { escapeHtml } from '@waggle/email/escape-html';
import type { Addresses } from '#platform/tracking/addresses.ts';
import type { Piece, Reader } from '@waggle/email/content/liquid';
import { type Address, splitMarkers } from '@waggle/email/content/markers';
import { encodePiece } from './quoted-printable.ts';

/** A part of a mail, encoded as far as it is the same for everybody. */
type Node =
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'output'; value: (reader: Reader) => string }
  | { kind: 'address'; address: Address }
  | { kind: 'choice'; choose: (reader: Reader) => number; branches: Skeleton[] };
export type Skeleton = readonly Node[];

/** Grows with the largest mail and is used for all of them: one mail is written at a time. */
export class Page {
  #bytes = Buffer.allocUnsafeSlow(65_536);
  #length = 0;

  clear(): void {
    this.#length = 0;
  }

  bytes(bytes: Buffer): void {
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  ascii(text: string): void {
    this.#makeRoom(text.length);
    this.#length += this.#bytes.write(text, this.#length, 'latin1');
  }

  /** Valid until the next mail. */
  get written(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #makeRoom(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#length + more));
    larger.set(this.written);
    this.#bytes = larger;
  }
}

/** Quoted-printable is done here, once for a campaign, for everything but what differs from reader to reader. */
export function toSkeleton(pieces: readonly Piece[], as: 'html' | 'text', addresses: Addresses): Skeleton {
  const nodes: Node[] = [];
  let text = '';
  const flush = () => {
    if (text !== '') nodes.push({ kind: 'bytes', bytes: Buffer.from(encodePiece(text), 'latin1') });
    text = '';
  };
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      for (const part of splitMarkers(piece.text)) {
        text += typeof part === 'string' ? part : addresses.head(part);
        if (typeof part === 'string') continue;
        flush();
        nodes.push({ kind: 'address', address: part });
      }
    } else {
      flush();
      nodes.push(piece.kind === 'output' ? toOutput(piece, as) : toChoice(piece, as, addresses));
    }
  }
  flush();
  return nodes;
}

const toOutput = ({ value }: Piece & { kind: 'output' }, as: 'html' | 'text'): Node => ({
  kind: 'output',
  value: as === 'html' ? (reader) => escapeHtml(value(reader)) : value,
});

const toChoice = (piece: Piece & { kind: 'choice' }, as: 'html' | 'text', addresses: Addresses): Node => ({
  kind: 'choice',
  choose: piece.choose,
  branches: piece.branches.map((branch) => toSkeleton(branch, as, addresses)),
});

export function writeSkeleton(page: Page, skeleton: Skeleton, reader: Reader, addresses: Addresses): void {
  for (const node of skeleton) {
    if (node.kind === 'bytes') page.bytes(node.bytes);
    else if (node.kind === 'address') page.ascii(softLines(addresses.tail(node.address)));
    else if (node.kind === 'output') {
      const value = node.value(reader);
      if (value !== '') page.ascii(encodePiece(value));
    } else writeSkeleton(page, node.branches[node.choose(reader)] ?? [], reader, addresses);
  }
}

/** 40 or 88 characters of base64url, which quoted-printable leaves alone; a line has at most 76. */
const softLines = (tail: string): string =>
  tail.length < 76 ? `${tail}=\r\n` : `${tail.slice(0, 72)}=\r\n${tail.slice(72)}=\r\n`;
