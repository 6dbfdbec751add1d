import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { keepPartitions } from '../database/partitions.ts';
import type { Log } from '../log.ts';
import type { Entry, ErasureEntry, EventEntry, GoneEntry, ProcessRole, SuppressedEntry } from './entries.ts';
import { beginJournal, type JournalFile } from './journal-file.ts';
import { folderIdOf, forgetOldFiles, type JournalledProcess, readFolder } from './journal-folder.ts';
import * as queries from './queries.ts';
import { type Findings, recognise } from './recognise.ts';
import { type Replayer, replayJournal } from './replay.ts';
import * as restores from './restore-queries.ts';

/** What a process knows of the database it works on, and what it notes outside of it. */
export type Installation = {
  /** Why nothing may be sent or changed; null while everything goes on. */
  hold: () => queries.Hold | null;
  /** For statements that lead to a mail: false on a database that is held, or older than this process knows. */
  fence: () => RawBuilder<boolean>;
  /** Asks the database itself, for work that leads to a mail without such a statement. */
  mayAct: () => Promise<boolean>;
  /** Notes what a restored database must not forget. False when the disk does not take it. */
  note: (entry: Entry) => boolean;
  /** On the disk when it returns; throws when it is not. */
  noteForGood: (entry: ErasureEntry | GoneEntry | SuppressedEntry | EventEntry) => void;
  stop: () => Promise<void>;
};

/** For commands and tests: nothing is noted and nothing is held. */
export const unguarded: Installation = {
  hold: () => null,
  fence: () => sql<boolean>`true`,
  mayAct: async () => true,
  note: () => true,
  noteForGood: () => {},
  stop: async () => {},
};

type Parts = {
  database: Database;
  log: Log;
  role: ProcessRole;
  folder: string;
  /** Days a journal is kept: as long as the oldest backup anybody would restore. */
  days: number;
  replay: Replayer;
  beatMs?: number;
};

/** Beats between two looks at who else is alive, and at files that are too old. */
const seenBeats = 10;
const forgetBeats = 3_600;

/** Begins a journal and compares the database with those in the folder, now and at every beat. `firstLook` waits for the database. */
export function joinInstallation(parts: Parts): Installation & { firstLook: Promise<void> } {
  const guard = new Guard(parts);
  const firstLook = guard.begin(parts.beatMs ?? 1_000);
  return Object.assign(guard.asInstallation(), { firstLook });
}

class Guard {
  readonly #parts: Parts;
  #file: JournalFile;
  /** The file is of another database, and the next look begins a new one. */
  #isOfBefore = false;
  #row: queries.InstallationRow | undefined;
  #timeline: string | null = null;
  /** The last beat the database took; undefined until this process has joined. */
  #beat: number | undefined;
  #isWritable = true;
  #seen = '';
  #replaying = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#file = this.#beginFile();
  }

  #beginFile(): JournalFile {
    const { folder, role } = this.#parts;
    const host = hostname().slice(0, 100);
    return beginJournal(folder, { id: randomUUID(), folderId: folderIdOf(folder), role, host });
  }

  get #db() {
    return this.#parts.database.tenant(null);
  }

  /** Resolves when the database has been compared for the first time; until then nothing may be sent. */
  async begin(beatMs: number): Promise<void> {
    const run = async () => {
      await this.#tick().catch((err: unknown) =>
        this.#parts.log.warn({ err }, 'the installation could not be looked at'),
      );
      if (!this.#isStopped) this.#timer = setTimeout(() => void run(), beatMs);
    };
    await run();
    while (this.#beat === undefined && !this.#isStopped)
      await new Promise((resolve) => setTimeout(resolve, 50).unref());
  }

  async #tick(): Promise<void> {
    if (this.#beat === undefined) return this.#look();
    const beaten = await queries.beat(this.#db, this.#file.process.id, this.#beat, this.#timeline !== null);
    if (beaten.beat === null || beaten.timeline !== this.#timeline) return this.#lookAgain();
    this.#beat = Number(beaten.beat);
    const { epoch, heldSince } = this.#row!;
    if (beaten.epoch !== epoch) await this.#enterEpoch(beaten);
    const isNewHold = heldSince === null && beaten.heldSince !== null;
    this.#row = beaten;
    this.#noteBeat(this.#beat);
    await this.#file.sync();
    if (isNewHold) await this.#present();
    if (this.#beat % seenBeats === 0) await this.#noteSeen();
    if (this.#beat % forgetBeats === 0 && !beaten.heldSince) await this.#forgetOld();
  }

  /** Another database is there, and nothing may be sent until it has been compared. */
  async #lookAgain(): Promise<void> {
    this.#beat = undefined;
    this.#isOfBefore = true;
    await this.#look();
  }

  /** The journal so far is closed, and compared with the database like those of others. A full disk throws: then the next beat tries again. */
  #replaceFile(): void {
    const before = this.#file;
    this.#file = this.#beginFile();
    this.#isOfBefore = false;
    before.close();
  }

  /** May fail anywhere and be done again, also when only the answer of the database was lost. */
  async #look(): Promise<void> {
    if (this.#isOfBefore) this.#replaceFile();
    const { log } = this.#parts;
    const findings = await this.#find();
    const { reason, ahead, restoredTo } = recognise(findings);
    const { row, place } = findings;
    if (reason !== null && row.heldSince === null) {
      log.error(
        { reason, restoredTo },
        'the database is not the newest one: nothing is sent until `waggle confirm-restore`',
      );
      await queries.hold(this.#db, reason, restoredTo);
    } else if (row.heldSince !== null && ahead.length > 0) await queries.hold(this.#db, row.heldReason!, restoredTo);
    if (place !== null && row.placed === null) await queries.keepPlace(this.#db, place);

    await queries.insertProcess(this.#db, this.#file.process, row.epoch);
    this.#file.join(row.id, row.epoch);
    this.#row = await queries.findInstallation(this.#db);
    this.#timeline = place?.split(' ')[1] ?? null;
    this.#beat = 0;
    if (this.#row.heldSince !== null || ahead.length > 0) this.#replay(findings, ahead);
  }

  /** Somebody else has found out. What this folder knows is told now, and its own journal counts as read. */
  async #present(): Promise<void> {
    const findings = await this.#find();
    this.#replay(findings, recognise(findings).ahead);
  }

  async #find(): Promise<Findings> {
    const { folder, database, log } = this.#parts;
    const others = (await readFolder(folder, log)).filter(({ id }) => id !== this.#file.process.id);
    const ids = others.map(({ id }) => id);
    const [row, place, known, readThrough, evidence] = await Promise.all([
      queries.findInstallation(this.#db),
      queries.findPlace(this.#db),
      queries.findProcesses(this.#db, ids),
      restores.findReadThrough(this.#db, ids),
      queries.findEvidence(database),
    ]);
    return { folder: others, row, place, known, readThrough, evidence };
  }

  /** Beside the beats: a long journal must not look like a dead process. Tried until it is done. */
  #replay({ known }: Findings, ahead: readonly JournalledProcess[]): void {
    const { folder, replay, log } = this.#parts;
    const db = this.#db;
    const own = this.#file.process;
    const readAll = async () => {
      // First, so that a person who asks sees that it is not done, and confirms nothing, whatever fails below.
      await restores.expectJournals(db);
      await restores.noteReading(db, { ...own, epoch: this.#row!.epoch, fromBeat: 0, throughBeat: 0 });
      // Today's partitions must be there before what happened meanwhile is written again.
      await keepPartitions(db);
      for (const journal of ahead) await replayJournal({ db, folder, replay, log }, journal, known.get(journal.id));
      await restores.noteRead(db, own.id, {});
      log.warn({ journals: ahead.length }, 'the journals of this folder are read');
    };
    this.#replaying = this.#replaying.then(async () => {
      while (!this.#isStopped) {
        try {
          return await readAll();
        } catch (err) {
          log.error({ err }, 'a journal could not be read; trying again');
          await new Promise((resolve) => setTimeout(resolve, 2_000).unref());
        }
      }
    });
  }

  /** A restore was confirmed: what is noted from here on is noted after it. */
  async #enterEpoch({ id, epoch }: queries.InstallationRow): Promise<void> {
    await queries.nameEpoch(this.#db, this.#file.process.id, epoch);
    this.#file.join(id, epoch);
  }

  #noteBeat(no: number): void {
    this.#try(() => this.#file.beat(no));
  }

  #try(write: () => void): boolean {
    try {
      write();
      this.#isWritable = true;
    } catch (err) {
      if (this.#isWritable)
        this.#parts.log.error({ err }, 'the journal cannot be written: nothing is sent until it can');
      this.#isWritable = false;
    }
    return this.#isWritable;
  }

  async #noteSeen(): Promise<void> {
    const alive = await queries.findAlive(this.#db);
    const seen = alive.map(({ id }) => id).join(' ');
    if (seen !== this.#seen) this.#try(() => this.#file.write({ k: 'seen', processes: alive }));
    this.#seen = seen;
  }

  async #forgetOld(): Promise<void> {
    forgetOldFiles(this.#parts.folder, this.#parts.days);
    await queries.forgetProcesses(this.#db);
  }

  asInstallation(): Installation {
    const fence = () =>
      this.#beat === undefined ? sql<boolean>`false` : queries.fence(this.#file.process.id, this.#beat, this.#timeline);
    return {
      hold: () => this.#hold(),
      fence,
      mayAct: async () => this.#hold() === null && (await queries.passes(this.#db, fence())),
      note: (entry) => this.#try(() => this.#file.write(entry)),
      noteForGood: (entry) => this.#file.writeForGood(entry),
      stop: () => this.#stop(),
    };
  }

  #hold(): queries.Hold | null {
    const held = this.#row && queries.holdOf(this.#row);
    if (held) return held;
    const isSure = this.#beat !== undefined && this.#isWritable;
    return isSure ? null : { since: new Date(), reason: 'unproven', restoredTo: null };
  }

  async #stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#replaying;
    if (this.#beat !== undefined) await queries.endProcess(this.#db, this.#file.process.id).catch(() => {});
    await this.#file.sync();
    this.#file.close();
  }
}
