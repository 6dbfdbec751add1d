import { hostname, userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { assemble } from '../features.ts';
import { holdAutomations } from '../features/automations/index.ts';
import { askBeforeStart, doubtUnjournaled } from '../features/campaigns/index.ts';
import { doubtFormEmails } from '../features/forms/index.ts';
import { doubtReports } from '../features/reports/index.ts';
import type { Config } from '../platform/config.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { drainOptOutsAgain } from '../platform/inbox/drain-again.ts';
import { cancelOldMail, confirmRestore } from '../platform/installation/confirm.ts';
import { findInstallation, type Hold, holdOf } from '../platform/installation/queries.ts';
import { findJournals, type ReadJournal } from '../platform/installation/restore-queries.ts';
import { createLog } from '../platform/log.ts';
import { sends, showRestore } from './show-restore.ts';

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
    await showRestore(database, hold, journals);
    if (asked.yes) await confirm(config, database, { asked, hold, journals });
    else console.log('Nothing is sent until you confirm: `waggle confirm-restore --yes`.');
  } finally {
    await database.close();
  }
}

type Confirming = { asked: Asked; hold: Hold; journals: ReadJournal[] };

async function confirm(config: Config, database: Database, { asked, hold, journals }: Confirming): Promise<void> {
  const db = database.tenant(null);
  const reading = journals.find(({ state, isMissing }) => state === 'reading' && !isMissing);
  if (reading)
    throw new Error(`The journal of ${reading.role} on ${reading.host} is still being read. Try again in a moment.`);
  const isMissing = journals.some((journal) => journal.isMissing && sends(journal)) || !journals.some(sends);
  const unjournaled = asked.unjournaled ?? (isMissing ? 'uncertain' : 'send');

  const doubted = await settleDoubts(config, database, { isDoubted: unjournaled === 'uncertain', hold });
  const cancelled = await cancelOldMail(db);
  const by = asked.by ?? `${userInfo().username}@${hostname()}`;
  const counts = { doubted, cancelled, journals: journals.length };
  const epoch = await confirmRestore(db, { by, choices: { unjournaled }, counts });
  if (epoch === null) throw new Error('Somebody else has confirmed it meanwhile.');
  console.log(
    `Confirmed by ${by}. ${doubted.people} recipients are uncertain, ${doubted.campaigns} campaigns ask before they start, ` +
      `${doubted.automations} automations and ${doubted.schedules} scheduled reports wait until they are resumed, ` +
      `${cancelled} emails are cancelled. Epoch ${epoch} begins: sending goes on.`,
  );
}

/** Milliseconds before the restored moment from which opt-outs are understood once more. */
const marginMs = 3_600_000;

/** Opt-outs first; then who may have got something already gets nothing by itself. */
async function settleDoubts(
  config: Config,
  database: Database,
  { isDoubted, hold }: { isDoubted: boolean; hold: Hold },
) {
  const log = createLog(config, 'operator');
  const made = assemble({ config, database, log });
  const since = (hold.restoredTo ?? hold.since).getTime() - marginMs;
  await drainOptOutsAgain({ database, log, handlers: await made.drains() }, new Date(since));
  const doubted = { people: 0, campaigns: 0, automations: 0, schedules: 0 };
  if (isDoubted) {
    const { people, campaigns } = await doubtUnjournaled(database);
    const reports = await doubtReports(database);
    doubted.people = people + reports.people + (await doubtFormEmails(database));
    doubted.campaigns = campaigns;
    doubted.automations = await holdAutomations(database);
    doubted.schedules = reports.schedules;
  }
  doubted.campaigns += await askBeforeStart(database);
  made.close();
  return doubted;
}
