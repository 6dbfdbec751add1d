import { backgroundContext } from '#platform/background-context.ts';
import type { Database } from '#platform/database/database.ts';
import type { ReportSendEntry } from '#platform/installation/entries.ts';
import * as queries from './queries.ts';

/** Tells a restored database which reports have left since. In order, and told twice it is once. */
export async function replayReports(database: Database, entries: readonly ReportSendEntry[]): Promise<void> {
  for (const { organizationId, step, addressHash, ...said } of entries) {
    const ctx = backgroundContext(database, organizationId, 'reports.restore');
    const email = { ...said, addressHash: Buffer.from(addressHash, 'base64url') };
    if (step === 'o') await queries.markOffered(ctx, email);
    else if (step === 'p') await queries.markTakenBack(ctx, email);
    else await queries.markEnded(ctx, email, step === 'a' ? 'accepted' : 'failed');
  }
}

/** Schedules that would send a report if the hold were lifted now, by organization. */
export const listDueReports = ({ sweep }: Database): Promise<queries.DueReports[]> => queries.countDue(sweep);

/**
 * A journal is missing, so reports of periods that ended since the backup may have been sent: their schedules are paused, and who
 * waits for one of before is in doubt.
 */
export async function doubtReports(database: Database): Promise<{ schedules: number; people: number }> {
  const doubted = { schedules: 0, people: 0 };
  for (const organizationId of await queries.organizationsWithSchedules(database.sweep)) {
    const ctx = backgroundContext(database, organizationId, 'reports.restore');
    doubted.schedules += await queries.pauseDue(ctx);
    doubted.people += await queries.doubtWaiting(ctx);
  }
  return doubted;
}
