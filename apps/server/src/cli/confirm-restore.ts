import { hostname, userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { assemble } from '../features.ts';
import { askBeforeStart, doubtUnjournaled, listWouldSend } from '../features/campaigns/index.ts';
import type { Config } from '../platform/config.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { drainOptOutsAgain } from '../platform/inbox/drain-again.ts';
import { cancelOldMail, confirmRestore, findWaitingJobs } from '../platform/installation/confirm.ts';
import { findInstallation, type Hold, holdOf } from '../platform/installation/queries.ts';
import { findJournals, type ReadJournal } from '../platform/installation/restore-queries.ts';
import { createLog } from '../platform/log.ts';

const options = { yes: { type: 'boolean' }, unjournaled: { type: 'string' }, by: { type: 'string' } } as const;
const Asked = z.object({
  yes: z.boolean().default(false),
  unjournaled: z.enum(['uncertain', 'send'], 'Say --unjournaled uncertain or --unjournaled send.').optional(),
  by: z.string().min(1).max(200).optional(),
});
type Asked = z.infer<typeof Asked>;

/** Shows what a restore has changed and what would be sent; with --yes it lifts the hold. */
export async function confirmRestoreCommand(config: Config, args: string[]): Promise<void> {
  const asked = Asked.parse(parseArgs({ args, options }).values);
  const database = openDatabase(config);
  try {
    const hold = holdOf(await findInstallation(database.tenant(null)));
    if (hold === null) return console.log('Nothing is held: this installation sends.');
    const journals = await findJournals(database.tenant(null));
    await show(database, hold, journals);
    if (asked.yes) await confirm(config, database, { asked, hold, journals });
    else console.log('Nothing is sent until you confirm: `waggle confirm-restore --yes`.');
  } finally {
    await database.close();
  }
}

const sends = ({ role }: ReadJournal): boolean => role === 'worker' || role === 'all';

async function show(database: Database, { since, reason, restoredTo }: Hold, journals: ReadJournal[]): Promise<void> {
  console.log(`Held since ${since.toISOString()}: ${sentences[reason]}`);
  if (restoredTo) console.log(`The data is from ${restoredTo.toISOString()} or before.`);
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
  console.log('Jobs of before the restore. Emails are cancelled, everything else goes on:');
  console.table(
    (await findWaitingJobs(database.tenant(null))).map(({ job, waiting, isMail }) => ({
      job,
      waiting,
      outcome: isMail ? 'cancel' : 'go on',
    })),
  );
}

const sentences: Record<Hold['reason'], string> = {
  older: 'the database is older than what a process of this installation last did.',
  moved: 'the database is on another server, timeline or place than before.',
  'other-installation': 'the journal belongs to another installation, or to this one before an upgrade.',
  unproven: "it's impossible to tell whether this is the newest database, because the journals are gone.",
  restored: '`waggle restore` brought it back.',
};

type Confirming = { asked: Asked; hold: Hold; journals: ReadJournal[] };

async function confirm(config: Config, database: Database, { asked, hold, journals }: Confirming): Promise<void> {
  const db = database.tenant(null);
  const reading = journals.find(({ state, isMissing }) => state === 'reading' && !isMissing);
  if (reading)
    throw new Error(`The journal of ${reading.role} on ${reading.host} is still being read. Try again in a moment.`);
  const isMissing = journals.some((journal) => journal.isMissing && sends(journal)) || !journals.some(sends);
  const unjournaled = asked.unjournaled ?? (isMissing ? 'uncertain' : 'send');

  await drainOptOuts(config, database, hold.restoredTo ?? hold.since);
  const doubted = unjournaled === 'uncertain' ? await doubtUnjournaled(database) : { people: 0, campaigns: 0 };
  doubted.campaigns += await askBeforeStart(database);
  const cancelled = await cancelOldMail(db);
  const by = asked.by ?? `${userInfo().username}@${hostname()}`;
  const counts = { doubted, cancelled, journals: journals.length };
  const epoch = await confirmRestore(db, { by, choices: { unjournaled }, counts });
  if (epoch === null) throw new Error('Somebody else has confirmed it meanwhile.');
  console.log(
    `Confirmed by ${by}. ${doubted.people} recipients are uncertain, ${doubted.campaigns} campaigns ask before they start, ` +
      `${cancelled} emails are cancelled. Epoch ${epoch} begins: sending goes on.`,
  );
}

/** Milliseconds before the restored moment from which opt-outs are understood once more. */
const marginMs = 3_600_000;

async function drainOptOuts(config: Config, database: Database, restoredTo: Date): Promise<void> {
  const log = createLog(config, 'operator');
  const made = assemble({ config, database, log });
  const handlers = await made.drains();
  await drainOptOutsAgain({ database, log, handlers }, new Date(restoredTo.getTime() - marginMs));
  made.close();
}
