import type { Context } from '#platform/context.ts';
import { tallyByClientAndStatus, tallyByStatus } from './queries.ts';

const mailable: ReadonlySet<string> = new Set(['active', 'lead']);

type Tally = { status: string; contacts: number };
export type ContactCount = { all: number; mailable: number };

const countOf = (tallies: readonly Tally[]): ContactCount => {
  const sum = (rows: readonly Tally[]) => rows.reduce((total, { contacts }) => total + contacts, 0);
  return { all: sum(tallies), mailable: sum(tallies.filter(({ status }) => mailable.has(status))) };
};

/** Everybody in sight, and those of them whose status lets them be emailed, from the counts that triggers keep. */
export const countContacts = async (ctx: Context): Promise<ContactCount> => countOf(await tallyByStatus(ctx));

/** The same of each client that has any. */
export async function countContactsByClient(ctx: Context): Promise<Map<string, ContactCount>> {
  const byClient = Map.groupBy(await tallyByClientAndStatus(ctx), ({ clientId }) => clientId);
  return new Map([...byClient].map(([clientId, tallies]) => [clientId, countOf(tallies)]));
}
