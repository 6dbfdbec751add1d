import { randomBytes } from 'node:crypto';
import type { Addresses } from '#platform/tracking/addresses.ts';
import { parsePieces, type Reader } from '@waggle/email/content/liquid';
import { type Page, type Skeleton, toSkeleton, writeSkeleton } from './skeleton.ts';

/** The body of a mail: text and HTML as alternatives, both quoted-printable. */
export type Body = {
  contentType: string;
  write(page: Page, reader: Reader): void;
};

export function createBody({ text, html }: { text: string; html: string }, addresses: Addresses): Body {
  // Quoted-printable cannot contain `=_`, so no content can ever look like the boundary.
  const boundary = `=_${randomBytes(12).toString('hex')}`;
  const parts: { head: Buffer; skeleton: Skeleton }[] = [
    { head: partHead(boundary, 'text/plain'), skeleton: toPart(text, 'text', addresses) },
    { head: partHead(boundary, 'text/html'), skeleton: toPart(html, 'html', addresses) },
  ];
  return {
    contentType: `multipart/alternative;\r\n boundary="${boundary}"`,
    write(page, reader) {
      for (const { head, skeleton } of parts) {
        page.bytes(head);
        writeSkeleton(page, skeleton, reader, addresses);
      }
      page.ascii(`--${boundary}--\r\n`);
    },
  };
}

const partHead = (boundary: string, type: string): Buffer =>
  Buffer.from(
    `--${boundary}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`,
  );

/** The line break at the end belongs to the boundary behind it. */
const toPart = (source: string, as: 'html' | 'text', addresses: Addresses): Skeleton =>
  toSkeleton([...parsePieces(source), { kind: 'text', text: '\n' }], as, addresses);
