import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { Config } from '../../platform/config.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { findWalArchive, type WalArchive } from '../../platform/database/wal-archive.ts';
import { Refusal } from '../refusal.ts';
import { findNewestBackup } from './newest.ts';

const usage = 'Say `waggle backup-check [folder] [--hours 26] [--wal-minutes 15]`.';
const options = { hours: { type: 'string' }, 'wal-minutes': { type: 'string' } } as const;
const age = z.coerce.number(usage).positive(usage);
const Asked = z.object({ hours: age.default(26), 'wal-minutes': age.optional() });

/** Minutes; PostgreSQL closes a segment when it is full or `archive_timeout` is over. */
const walMinutes = 15;

type Finding = { isGood: boolean; says: string };

/** Says how old the newest backup below the folder and the archive of the write-ahead log are; ends with 1 when one is too old. */
export async function backupCheckCommand(config: Config, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [folder, ...others] = positionals;
  if (others.length > 0) throw new Refusal(usage);
  const asked = Asked.safeParse(values);
  if (!asked.success) throw new Refusal(usage);

  const findings = folder === undefined ? [] : [await checkFolder(folder, asked.data.hours)];
  const archive = await checkArchive(config, asked.data['wal-minutes']);
  if (archive) findings.push(archive);
  if (findings.length === 0)
    throw new Refusal(
      `There is nothing to check: no folder is named, and the server does not archive its write-ahead log. ${usage}`,
    );
  for (const { isGood, says } of findings) (isGood ? console.log : console.error)(says);
  if (findings.some(({ isGood }) => !isGood)) process.exitCode = 1;
}

async function checkFolder(folder: string, hours: number): Promise<Finding> {
  const newest = await findNewestBackup(folder);
  if (!newest) return { isGood: false, says: `${folder} holds no finished backup.` };
  const old = (Date.now() - newest.takenAt.getTime()) / 3_600_000;
  const says = `The newest backup is ${newest.folder}, ${old.toFixed(1)} hours old`;
  return old <= hours ? { isGood: true, says: `${says}.` } : { isGood: false, says: `${says}; ${hours} are allowed.` };
}

/** Null where nothing is archived and nobody asked for it. */
async function checkArchive(config: Config, asked: number | undefined): Promise<Finding | null> {
  const database = openDatabase(config);
  try {
    const archive = await findWalArchive(database.pool).catch((error: Error) => {
      throw new Refusal(`The database does not answer: ${error.message}`, { cause: error });
    });
    if (archive) return judge(archive, asked ?? walMinutes);
    return asked === undefined ? null : { isGood: false, says: 'The server does not archive its write-ahead log.' };
  } finally {
    await database.close();
  }
}

function judge({ ageSeconds, isFailing }: WalArchive, minutes: number): Finding {
  if (ageSeconds === null) return { isGood: false, says: 'The write-ahead log has never been archived.' };
  const old = ageSeconds / 60;
  const says = `The write-ahead log was archived ${old.toFixed(1)} minutes ago`;
  if (isFailing) return { isGood: false, says: `${says}, and archiving has failed since.` };
  return old <= minutes
    ? { isGood: true, says: `${says}.` }
    : { isGood: false, says: `${says}; ${minutes} are allowed.` };
}
