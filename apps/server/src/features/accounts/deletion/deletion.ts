import { inTransaction } from '#platform/context.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import { enqueueSystem } from '#platform/jobs/job.ts';
import { deleteJobsOf } from '#platform/jobs/jobs-of.ts';
import type { Accounts } from '../accounts.ts';
import { deleteOrganizationRows } from '../jobs.ts';
import { withDirectory } from '../queries.ts';
import { emptyTables } from './empty-tables.ts';
import * as queries from './queries.ts';

/** Public links ended in one statement; those of most organizations are fewer. */
const linksAtOnce = 5_000;
/** Seconds until rows go. By then everybody has noticed: sessions and jobs trust a look for 5 seconds, an edge for 15. */
const settleSeconds = 30;
/** After this another job takes over, so that other work gets its turn. */
const turnMilliseconds = 20_000;
/** Seconds for what only goes with the organization's own row. */
const lastSeconds = 120;
/** Seconds after which no transaction is under way any more that could add rows to tables without a foreign key. */
const leftoverSeconds = 3_600;

type Parts = Pick<Accounts, 'database' | 'installation'>;
type Options = { settleSeconds?: number };

/**
 * Ends the organization for everybody, in one short transaction: people and sessions are gone, nothing is sent, links are
 * inactive. Over the whole organization, whichever client the person looks at. A job deletes the rows.
 */
export async function startDeletion({ database, installation }: Parts, organizationId: string): Promise<void> {
  await inTransaction({ db: database.tenant({ organizationId }) }, async ({ db }) => {
    if (!(await queries.markDeleting(db, organizationId))) return;
    // Before the people: whoever accepts an invitation meanwhile is waited for here, and goes with the others.
    await queries.stopOrganization(db, organizationId, linksAtOnce);
    await withDirectory(db, () => queries.deletePeople(db, organizationId));
    await enqueueSystem(db, deleteOrganizationRows, { organizationId }, { singletonKey: organizationId });
  });
  // A restored database must not bring it back.
  installation.noteForGood({ k: 'gone', organizationId });
}

/** One turn of the deletion, in batches that are transactions of their own: after a kill the next one goes on. */
export async function continueDeletion(
  { database, installation }: Parts,
  organizationId: string,
  signal: AbortSignal,
  options: Options = {},
): Promise<void> {
  const db = database.tenant({ organizationId });
  const later = (startAfter?: Date) =>
    enqueueSystem(
      database,
      deleteOrganizationRows,
      { organizationId },
      { singletonKey: organizationId, ...(startAfter && { startAfter }) },
    );
  const seconds = await queries.findDeletion(db, organizationId);
  if (seconds === 'living') return;

  const settled = options.settleSeconds ?? settleSeconds;
  if (seconds !== 'gone') {
    // Once more: the process that marked it may have died before, and somebody may have resumed a campaign meanwhile.
    installation.noteForGood({ k: 'gone', organizationId });
    while ((await queries.stopOrganization(db, organizationId, linksAtOnce)) > 0) signal.throwIfAborted();
    if (seconds < settled) return void (await later(new Date(Date.now() + (settled - seconds) * 1_000)));
  }
  await deleteJobsOf(db, organizationId);
  if (!(await emptyTables(database, organizationId, { signal, until: Date.now() + turnMilliseconds })))
    return void (await later());
  if (seconds === 'gone') return;

  await withStatementTimeout({ db }, lastSeconds, async ({ db }) => {
    await queries.deleteOrganization(db, organizationId);
    const startAfter = new Date(Date.now() + leftoverSeconds * 1_000);
    await enqueueSystem(db, deleteOrganizationRows, { organizationId }, { singletonKey: organizationId, startAfter });
  });
}

/** For deletions whose job was lost. */
export async function continueLostDeletions({ database }: Pick<Parts, 'database'>): Promise<void> {
  for (const organizationId of await queries.organizationsBeingDeleted(database.sweep))
    await enqueueSystem(database, deleteOrganizationRows, { organizationId }, { singletonKey: organizationId });
}
