import { ApiProblem } from './api.ts';
import { isSame } from './same-value.ts';

/** Milliseconds from the last change until the server is told. */
const saveAfterMs = 1_000;

export type DraftRecord = { id: string; draftChangedBy: string | null; draftChangedAt: string } | undefined;

/** What this browser keeps of changes the server does not have yet, and the draft they were made on. */
export type LocalCopy<Draft> = { draft: Draft; draftNo: number | null };

/** What somebody else saved meanwhile. */
export type TheirChange<Held> = { by: string | null; at: string; theirs: NonNullable<Held> };

export type Kept<Held, Draft> = {
  /** As the server last knew it; undefined until a new one is changed for the first time. */
  record: Held;
  draft: Draft;
  /** `incomplete`: the server would refuse it, so only this browser has the changes. */
  state: 'saved' | 'waiting' | 'saving' | 'incomplete' | 'failed' | 'disputed';
  error: unknown;
  /** Changed here and there; nothing is saved until somebody decides. */
  disputed: TheirChange<Held> | undefined;
};

export type KeeperParts<Held, Draft> = {
  /** Makes what is not on the server yet. */
  save: (record: Held, draft: Draft) => Promise<NonNullable<Held>>;
  read: (recordId: string) => Promise<NonNullable<Held>>;
  keep: (recordId: string | undefined, copy: LocalCopy<Draft> | undefined) => void;
  draftOf: (record: NonNullable<Held>) => Draft;
  /** Counted up by every save. */
  numberOf: (record: NonNullable<Held>) => number;
  /** Whether the server would take it. */
  isComplete: (draft: Draft) => boolean;
  /** The code of the answer when somebody saved meanwhile. */
  changedCode: string;
};

type Opened<Held, Draft> = { record: Held; draft: Draft; copy?: LocalCopy<Draft> | undefined };

/** Holds a draft: in this browser at once, on the server a second later, and never over the work of somebody else. */
export class DraftKeeper<Held extends DraftRecord, Draft> {
  readonly #parts: KeeperParts<Held, Draft>;
  readonly #listeners = new Set<() => void>();
  /** As it was sent or read: the server may trim a text, which is no change that somebody made. */
  #saved: Draft;
  #kept: Kept<Held, Draft>;
  #isWanted = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;

  constructor(parts: KeeperParts<Held, Draft>, { record, draft, copy }: Opened<Held, Draft>) {
    this.#parts = parts;
    this.#saved = record ? parts.draftOf(record) : draft;
    this.#kept = { record, draft: copy?.draft ?? draft, state: 'saved', error: undefined, disputed: undefined };
    if (!copy || !this.isUnsaved()) return;
    this.#kept.state = 'waiting';
    if (!record || copy.draftNo === parts.numberOf(record)) return;
    this.#kept.state = 'disputed';
    this.#kept.disputed = { by: record.draftChangedBy, at: record.draftChangedAt, theirs: record };
  }

  readonly get = (): Kept<Held, Draft> => this.#kept;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly isUnsaved = (): boolean => !isSame(this.#saved, this.#kept.draft);

  /** Goes on with what was restored from this browser. */
  readonly resume = (): void => {
    if (this.#kept.state === 'waiting') this.#schedule();
  };

  readonly change = (draft: Draft): void => {
    const isDisputed = this.#kept.disputed !== undefined;
    this.#set({ draft, ...(!isDisputed && { state: 'waiting' }) });
    this.#keepLocally();
    if (!isDisputed) this.#schedule();
  };

  /** Saves what can be saved. Resolves when nothing is on its way any more. */
  readonly flush = (): Promise<void> => {
    clearTimeout(this.#timer);
    if (this.#kept.disputed) return Promise.resolve();
    this.#running ??= this.#saveAll().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  };

  /** A new one is made even where nothing of what it starts with was changed. */
  readonly create = (): Promise<void> => {
    this.#isWanted = true;
    return this.flush();
  };

  /** Somebody saved meanwhile, as a call was told. */
  readonly dispute = async ({ fields }: ApiProblem): Promise<void> => {
    const { record } = this.#kept;
    if (!record) return;
    const { by = null, at = '' } = fields;
    this.#set({ state: 'disputed', disputed: { by, at, theirs: await this.#parts.read(record.id) } });
  };

  /** Ends a dispute. Gives what is to be shown when it is theirs. */
  readonly settle = (whose: 'mine' | 'theirs'): Draft | undefined => {
    const { disputed, draft } = this.#kept;
    if (!disputed) return undefined;
    this.#saved = this.#parts.draftOf(disputed.theirs);
    const shown = whose === 'mine' ? draft : this.#saved;
    this.#set({ record: disputed.theirs, disputed: undefined, draft: shown, state: 'waiting' });
    this.#keepLocally();
    void this.flush();
    return whose === 'theirs' ? shown : undefined;
  };

  /** Takes over what another call answered; what was typed meanwhile stays. */
  readonly adopt = (record: NonNullable<Held>): void => this.#set({ record });

  /** The same, with its draft: an older version that is the draft again. */
  readonly replace = (record: NonNullable<Held>): void => {
    this.#saved = this.#parts.draftOf(record);
    this.#set({ record, draft: this.#saved, state: 'saved', error: undefined });
    this.#keepLocally();
  };

  #set(next: Partial<Kept<Held, Draft>>): void {
    this.#kept = { ...this.#kept, ...next };
    for (const listener of this.#listeners) listener();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), saveAfterMs);
  }

  #keepLocally(): void {
    const { record, draft } = this.#kept;
    const draftNo = record ? this.#parts.numberOf(record) : null;
    this.#parts.keep(record?.id, this.isUnsaved() ? { draft, draftNo } : undefined);
  }

  async #saveAll(): Promise<void> {
    try {
      while (await this.#saveOnce());
    } catch (error) {
      this.#set({ state: 'failed', error });
    }
  }

  /** Whether there may be more to save: somebody types on while a call is on its way. */
  async #saveOnce(): Promise<boolean> {
    const { record, draft } = this.#kept;
    if (!this.isUnsaved() && (record || !this.#isWanted)) {
      this.#set({ state: 'saved', error: undefined });
      return false;
    }
    if (!this.#parts.isComplete(draft)) {
      this.#set({ state: 'incomplete', error: undefined });
      return false;
    }
    this.#set({ state: 'saving' });
    return this.#send(record, draft);
  }

  async #send(record: Held, draft: Draft): Promise<boolean> {
    try {
      const answer = await this.#parts.save(record, draft);
      if (!record) this.#parts.keep(undefined, undefined);
      this.#saved = draft;
      this.#set({ record: answer, error: undefined });
      this.#keepLocally();
      return true;
    } catch (error) {
      if (!record || !(error instanceof ApiProblem) || error.code !== this.#parts.changedCode) throw error;
      await this.dispute(error);
      return false;
    }
  }
}
