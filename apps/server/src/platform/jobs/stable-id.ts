import { createHash } from 'node:crypto';

/** The same words always give the same id, so that a second try of the same work meets the first (UUID version 8). */
export function stableId(...words: (string | number)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(words)).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
