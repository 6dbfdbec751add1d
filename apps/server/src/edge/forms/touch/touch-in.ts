import type { FastifyRequest } from 'fastify';
import { touchParameter } from '../../../platform/tracking/touch-token.ts';

/** Longer than any token; what is longer is none. */
const longest = 100;

/**
 * The token somebody came with: in what the page sent, else in the address that was called, else in the one of the page a script
 * called from. Not looked at yet.
 */
export function touchIn(request: FastifyRequest): string | undefined {
  const sent = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    ? String(request.body)
    : '';
  for (const text of [sent, queryOf(request.raw.url), queryOf(request.headers.referer)]) {
    if (!text.includes(touchParameter)) continue;
    // An address that had one already gets another behind it, which is the one that counts.
    const token = new URLSearchParams(text).getAll(touchParameter).at(-1);
    if (token !== undefined && token !== '' && token.length <= longest) return token;
  }
  return undefined;
}

const queryOf = (address = ''): string => address.split('#')[0]!.split('?')[1] ?? '';
