import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../database/database.ts';
import type { Log } from '../log.ts';
import { type RecoverableEntry, isRecoverable, type ProcessName } from './entries.ts';
import { entriesOf, type JournalledProcess } from './journal-folder.ts';
import type { KnownProcess } from './queries.ts';
import * as queries from './restore-queries.ts';

/** Does again what a database has forgotten, in order. Each entry may come twice, and acts once. */
export type Replayer = (recoverables: readonly RecoverableEntry[]) => Promise<void>;

/** Beats before the last one the database knows: a transaction may have been under way for some of them. */
const marginBeats = 60;
/** An opt-out may have waited in a spool while beats went on; told twice it is one. */
const marginMs = 86_400_000;

type Parts = { db: Db; folder: string; replay: Replayer; log: Log };
type Counts = { offered: number; optOuts: number; erasures: number };

/** Reads one journal from where the database stands to its end. */
export async function replayJournal(
  { db, folder, replay, log }: Parts,
  journal: JournalledProcess,
  known: KnownProcess | undefined,
): Promise<void> {
  const knownBeat = known?.beat ?? 0;
  const since = known ? known.beatAt.getTime() - marginMs : 0;
  await queries.noteReading(db, { ...journal, fromBeat: knownBeat, throughBeat: journal.beat });
  const counts: Counts = { offered: 0, optOuts: 0, erasures: 0 };
  const seen = new Map<string, ProcessName>();
  /** What stands between two beats. */
  let stretch: RecoverableEntry[] = [];
  const flush = async (isKnown: boolean) => {
    const recoverables = isKnown
      ? stretch.filter((recoverable) => recoverable.k === 'event' && recoverable.event.happenedAt > since)
      : stretch;
    stretch = [];
    for (const recoverable of recoverables) count(counts, recoverable);
    if (recoverables.length > 0) await replay(recoverables);
  };

  const files = journal.files.filter((name) => statSync(join(folder, name)).mtimeMs >= since);
  for await (const entry of entriesOf(folder, files, log)) {
    if (entry.k === 'seen') for (const each of entry.processes) seen.set(each.id, each);
    if (entry.k === 'beat') await flush(entry.no <= knownBeat - marginBeats);
    if (isRecoverable(entry)) stretch.push(entry);
  }
  await flush(false);
  if (seen.size > 0) await queries.expectSeen(db, [...seen.values()]);
  await queries.noteRead(db, journal.id, counts);
}

function count(counts: Counts, recoverable: RecoverableEntry): void {
  if (recoverable.k === 'event') counts.optOuts += 1;
  else if (recoverable.k === 'suppressed') counts.optOuts += recoverable.hashes.length;
  else if (recoverable.k === 'lifted') return;
  else if (recoverable.k === 'erasure' || recoverable.k === 'gone') counts.erasures += 1;
  else if (recoverable.k === 'report-send') counts.offered += recoverable.step === 'o' ? 1 : 0;
  else counts.offered += recoverable.sends.filter((packed) => packed.startsWith('o')).length;
}
