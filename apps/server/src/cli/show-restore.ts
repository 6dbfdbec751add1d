import { listInside } from '../features/automations/index.ts';
import { listWouldSend } from '../features/campaigns/index.ts';
import { listFormEmails } from '../features/forms/index.ts';
import { listDueReports } from '../features/reports/index.ts';
import type { Database } from '../platform/database/database.ts';
import { findWaitingJobs } from '../platform/installation/confirm.ts';
import type { Hold } from '../platform/installation/queries.ts';
import type { ReadJournal } from '../platform/installation/restore-queries.ts';

/** Whether the process of a journal sends emails. */
export const sends = ({ role }: ReadJournal): boolean => role === 'worker' || role === 'all';

/** What a restore has changed, and what would happen if the hold were lifted now. */
export async function showRestore(database: Database, hold: Hold, journals: ReadJournal[]): Promise<void> {
  console.log(`Held since ${hold.since.toISOString()}: ${sentences[hold.reason]}`);
  if (hold.restoredTo) console.log(`The data is from ${hold.restoredTo.toISOString()} or before.`);
  console.log('\nJournals of processes, which say what happened after that:');
  console.table(
    journals.map(({ host, role, state, isMissing, counts }) => ({
      host,
      role,
      journal: isMissing ? 'MISSING' : state === 'expected' ? 'read with a later one' : state,
      'emails offered': counts.offered ?? 0,
      'opt-outs': counts.optOuts ?? 0,
      erasures: counts.erasures ?? 0,
    })),
  );
  const isUnknown = journals.some((journal) => journal.isMissing && sends(journal));
  console.log('What would be sent:');
  console.table(
    (await listWouldSend(database)).map(({ organizationId, campaignId, name, state, waiting, recognised }) => ({
      organization: organizationId,
      campaign: campaignId,
      name,
      state,
      'sent after the backup': recognised,
      waiting,
      'of them unknown': isUnknown ? waiting : 0,
    })),
  );
  await showByItself(database, isUnknown);
  console.log('Jobs of before the restore. Emails are cancelled, everything else goes on:');
  console.table(
    (await findWaitingJobs(database.tenant(null))).map(({ job, waiting, isMail }) => ({
      job,
      waiting,
      outcome: isMail ? 'cancel' : 'go on',
    })),
  );
}

/** What sends without anybody pressing Send. */
async function showByItself(database: Database, isUnknown: boolean): Promise<void> {
  console.log('People inside automations and sequences:');
  console.table(
    (await listInside(database)).map(({ organizationId, id, name, isSequence, status, holdReason, inside, due }) => ({
      organization: organizationId,
      automation: id,
      name,
      kind: isSequence ? 'sequence' : 'automation',
      state: holdReason === null ? status : 'held',
      inside,
      'due at once': due,
      'of them unknown': isUnknown ? inside : 0,
    })),
  );
  console.log('Emails of forms and scheduled reports:');
  console.table([
    ...(await listFormEmails(database)).map(({ organizationId, waiting }) => ({
      organization: organizationId,
      what: 'emails of forms',
      waiting,
    })),
    ...(await listDueReports(database)).map(({ organizationId, due }) => ({
      organization: organizationId,
      what: 'reports that are due',
      waiting: due,
    })),
  ]);
}

const sentences: Record<Hold['reason'], string> = {
  older: 'the database is older than what a process of this installation last did.',
  moved: 'the database is on another server, timeline or place than before.',
  'other-installation': 'the journal belongs to another installation, or to this one before an upgrade.',
  unproven: "it's impossible to tell whether this is the newest database, because the journals are gone.",
  restored: '`waggle restore` brought it back.',
};
