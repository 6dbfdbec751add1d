import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../database/database.ts';
import type { Log } from '../log.ts';
import { type Deed, isDeed, type ProcessName } from './entries.ts';
import { entriesOf, type JournalledProcess } from './journal-folder.ts';
import type { KnownProcess } from './queries.ts';
import * as queries from './restore-queries.ts';

/** Does again what a database has forgotten, in order. Each entry may come twice, and acts once. */
export type Replayer = (deeds: readonly Deed[]) => Promise<void>;

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
  let stretch: Deed[] = [];
  const flush = async (isKnown: boolean) => {
    const deeds = isKnown ? stretch.filter((deed) => deed.k === 'event' && deed.event.happenedAt > since) : stretch;
    stretch = [];
    for (const deed of deeds) count(counts, deed);
    if (deeds.length > 0) await replay(deeds);
  };

  const files = journal.files.filter((name) => statSync(join(folder, name)).mtimeMs >= since);
  for await (const entry of entriesOf(folder, files, log)) {
    if (entry.k === 'seen') for (const each of entry.processes) seen.set(each.id, each);
    if (entry.k === 'beat') await flush(entry.no <= knownBeat - marginBeats);
    if (isDeed(entry)) stretch.push(entry);
  }
  await flush(false);
  if (seen.size > 0) await queries.expectSeen(db, [...seen.values()]);
  await queries.noteRead(db, journal.id, counts);
}

function count(counts: Counts, deed: Deed): void {
  if (deed.k === 'event') counts.optOuts += 1;
  else if (deed.k === 'erasure' || deed.k === 'gone') counts.erasures += 1;
  else counts.offered += deed.sends.filter((packed) => packed.startsWith('o')).length;
}
