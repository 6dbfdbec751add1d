import { backgroundContext } from '#platform/background-context.ts';
import type { Database } from '#platform/database/database.ts';
import { type FormSendsEntry, unpackSend } from '#platform/installation/entries.ts';
import * as queries from './queries.ts';

/** Tells a restored database which emails of forms have left since. In order, and told twice it is once. */
export async function replayFormEmails(database: Database, entries: readonly FormSendsEntry[]): Promise<void> {
  for (const [organizationId, own] of Map.groupBy(entries, (entry) => entry.organizationId)) {
    const steps = new Map<string, queries.Journalled>();
    for (const { contactId: id, step } of own.flatMap(({ sends }) => sends.map(unpackSend)))
      steps.set(id, { id, step });
    await queries.markJournalled(backgroundContext(database, organizationId, 'forms.restore'), [...steps.values()]);
  }
}

/** Emails of forms that would leave if the hold were lifted now, by organization. */
export const listFormEmails = ({ sweep }: Database): Promise<queries.Waiting[]> => queries.countWaiting(sweep);

/** A journal is missing, so whoever waits may have theirs: they are in doubt. They ask again by sending the form again. */
export async function doubtFormEmails(database: Database): Promise<number> {
  let doubted = 0;
  for (const { organizationId } of await listFormEmails(database))
    doubted += await queries.doubtWaiting(backgroundContext(database, organizationId, 'forms.restore'));
  return doubted;
}
