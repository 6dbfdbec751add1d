import type { Database, Db } from '../database/database.ts';
import { perDatabase } from '../database/per-database.ts';
import type { Secrets } from '../secrets.ts';
import type { Installation } from './installation.ts';

/** What a process notes of its own work outside of the database; keys it notes are encrypted. */
export type OwnJournal = Pick<Installation, 'note' | 'noteForGood'> & { secrets: Secrets };

const kept = perDatabase<{ journal: OwnJournal | null }>(() => ({ journal: null }));

/** From here on, for rules that many others call with a context alone. */
export const keepJournal = (database: Database, journal: OwnJournal): void => {
  kept(database.tenant(null)).journal = journal;
};

/** Null where nothing is noted: in commands, which change nothing that a restore must know. */
export const journalOf = (db: Db): OwnJournal | null => kept(db).journal;
