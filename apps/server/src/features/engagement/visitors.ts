import { hash } from 'node:crypto';
import type { Context } from '#platform/context.ts';
import { perDatabase } from '#platform/database/per-database.ts';
import type { Signals } from '#platform/inbox/event.ts';
import { addDays } from './calendar.ts';
import { readOrMakeSalts } from './queries.ts';

/**
 * Address and user agent of one organization's visitor under a salt of the day. The day is that of the organization's
 * calendar, so that a visitor of a day is one on that day and nobody the day after.
 */
export function visitorOf(salt: Buffer, organizationId: string, { address, userAgent = '' }: Signals): Buffer {
  const said = `${salt.toString('hex')}\n${organizationId}\n${networkOf(address)}\n${userAgent}`;
  // In one call: an HMAC object costs ten times as much. The salt has a fixed length and half of the hash is kept, so
  // nobody can lengthen or shift what was hashed.
  return hash('sha256', said, 'buffer').subarray(0, 16);
}

/** A phone changes the second half of its IPv6 address as it likes; the first half is that of its connection. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const zeros = address.includes('::')
    ? Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
    : [];
  return [...front, ...zeros, ...back]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/**
 * Salts of days around today. Days further away have none: an event that comes so late, or from a clock so wrong, is a
 * visitor of its own.
 */
export async function saltsOf(ctx: Context, days: ReadonlySet<string>): Promise<ReadonlyMap<string, Buffer>> {
  const kept = keptIn(ctx.db);
  const [first, last] = saltedDays(ctx.now());
  for (const day of kept.keys()) if (day < first) kept.delete(day);

  const wanted = [...days].filter((day) => day >= first && day <= last);
  const missing = wanted.filter((day) => !kept.has(day));
  const { stored, made } = missing.length === 0 ? { stored: [], made: [] } : await readOrMakeSalts(ctx, missing);
  // One this transaction has made may still be rolled back, so only what was there before is remembered.
  for (const { day, salt } of stored) kept.set(day, salt);
  return new Map([
    ...wanted.flatMap((day) => entry(day, kept.get(day))),
    ...made.flatMap(({ day, salt }) => entry(day, salt)),
  ]);
}

const keptIn = perDatabase(() => new Map<string, Buffer>());
const entry = (day: string, salt: Buffer | undefined): [string, Buffer][] => (salt ? [[day, salt]] : []);

/** Yesterday to tomorrow by UTC: any calendar on earth is on one of the three. Yesterday's is forgotten a day later. */
export function saltedDays(now: Date): [first: string, last: string] {
  const today = now.toISOString().slice(0, 10);
  return [addDays(today, -1), addDays(today, 1)];
}
