import type { Context } from '#platform/context.ts';
import { tallyByStatus } from './queries.ts';

const mailable: ReadonlySet<string> = new Set(['active', 'lead']);

/** Everybody in sight, and those of them whose status lets them be emailed, from the counts that triggers keep. */
export async function countContacts(ctx: Context): Promise<{ all: number; mailable: number }> {
  const counted = await tallyByStatus(ctx);
  const sum = (rows: typeof counted) => rows.reduce((total, { contacts }) => total + contacts, 0);
  return { all: sum(counted), mailable: sum(counted.filter(({ status }) => mailable.has(status))) };
}
