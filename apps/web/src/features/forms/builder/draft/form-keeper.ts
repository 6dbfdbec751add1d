import { type Form, saveFormDraft } from '@waggle/contracts/forms';
import { ApiProblem } from '#lib/api.ts';
import { definitionOf, draftOf, type FormDraft, isSame } from '../state/form-draft.ts';

/** Milliseconds from the last change until the server is told. */
const saveAfterMs = 1_000;

/** What this browser keeps of changes the server does not have yet, and the draft they were made on. */
export type LocalCopy = { draft: FormDraft; draftVersion: number | null };

/** What somebody else saved meanwhile. */
export type TheirChange = { by: string | null; at: string; theirs: Form };

export type Kept = {
  /** As the server last knew it; undefined until a new form is changed for the first time. */
  form: Form | undefined;
  draft: FormDraft;
  /** `incomplete`: the server would refuse it, so only this browser has the changes. */
  state: 'saved' | 'waiting' | 'saving' | 'incomplete' | 'failed' | 'disputed';
  error: unknown;
  /** Changed here and there; nothing is saved until somebody decides. */
  disputed: TheirChange | undefined;
};

type Calls = {
  create: (draft: FormDraft) => Promise<Form>;
  save: (form: Form, draft: FormDraft) => Promise<Form>;
  read: (formId: string) => Promise<Form>;
  keep: (formId: string | undefined, copy: LocalCopy | undefined) => void;
};

/** Why the server would refuse a draft, by the path of the field; empty where it would not. */
export function complaintsOf(draft: FormDraft): Record<string, string> {
  const { error } = saveFormDraft.body.safeParse({ ...definitionOf(draft), name: draft.name });
  return Object.fromEntries((error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message]));
}

/** Holds a draft: in this browser at once, on the server a second later, and never over the work of somebody else. */
export class FormKeeper {
  readonly #calls: Calls;
  readonly #listeners = new Set<() => void>();
  /** As it was sent or read: the server may trim a text, which is no change that somebody made. */
  #saved: FormDraft | undefined;
  #kept: Kept;
  #isWanted = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;

  constructor(
    calls: Calls,
    { form, draft, copy }: { form: Form | undefined; draft: FormDraft; copy?: LocalCopy | undefined },
  ) {
    this.#calls = calls;
    this.#saved = form ? draftOf(form) : draft;
    this.#kept = { form, draft: copy?.draft ?? draft, state: 'saved', error: undefined, disputed: undefined };
    if (!copy || !this.isUnsaved()) return;
    this.#kept.state = 'waiting';
    if (!form || copy.draftVersion === form.draftVersion) return;
    this.#kept.state = 'disputed';
    this.#kept.disputed = { by: form.draftChangedBy, at: form.draftChangedAt, theirs: form };
  }

  readonly get = (): Kept => this.#kept;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly isUnsaved = (): boolean => !isSame(this.#saved, this.#kept.draft);

  /** Goes on with what was restored from this browser. */
  readonly resume = (): void => {
    if (this.#kept.state === 'waiting') this.#schedule();
  };

  readonly change = (draft: FormDraft): void => {
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

  /** A new form is made even where nothing of its template was changed. */
  readonly create = (): Promise<void> => {
    this.#isWanted = true;
    return this.flush();
  };

  /** Somebody saved meanwhile, as a call was told. */
  readonly dispute = async ({ fields }: ApiProblem): Promise<void> => {
    const { form } = this.#kept;
    if (!form) return;
    const { by = null, at = '' } = fields;
    this.#set({ state: 'disputed', disputed: { by, at, theirs: await this.#calls.read(form.id) } });
  };

  /** Ends a dispute. Gives what is to be shown when it is theirs. */
  readonly settle = (whose: 'mine' | 'theirs'): FormDraft | undefined => {
    const { disputed, draft } = this.#kept;
    if (!disputed) return undefined;
    this.#saved = draftOf(disputed.theirs);
    const shown = whose === 'mine' ? draft : this.#saved;
    this.#set({ form: disputed.theirs, disputed: undefined, draft: shown, state: 'waiting' });
    this.#keepLocally();
    void this.flush();
    return whose === 'theirs' ? shown : undefined;
  };

  /** Takes over what another call answered; what was typed meanwhile stays. */
  readonly adopt = (form: Form): void => this.#set({ form });

  /** The same, with its draft: an older version that is the draft again. */
  readonly replace = (form: Form): void => {
    this.#saved = draftOf(form);
    this.#set({ form, draft: this.#saved, state: 'saved', error: undefined });
    this.#keepLocally();
  };

  #set(next: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...next };
    for (const listener of this.#listeners) listener();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), saveAfterMs);
  }

  #keepLocally(): void {
    const { form, draft } = this.#kept;
    this.#calls.keep(form?.id, this.isUnsaved() ? { draft, draftVersion: form?.draftVersion ?? null } : undefined);
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
    const { form, draft } = this.#kept;
    if (!this.isUnsaved() && (form || !this.#isWanted)) {
      this.#set({ state: 'saved', error: undefined });
      return false;
    }
    if (Object.keys(complaintsOf(draft)).length > 0) {
      this.#set({ state: 'incomplete', error: undefined });
      return false;
    }
    this.#set({ state: 'saving' });
    return this.#send(form, draft);
  }

  async #send(form: Form | undefined, draft: FormDraft): Promise<boolean> {
    try {
      const answer = form ? await this.#calls.save(form, draft) : await this.#calls.create(draft);
      if (!form) this.#calls.keep(undefined, undefined);
      this.#saved = draft;
      this.#set({ form: answer, error: undefined });
      this.#keepLocally();
      return true;
    } catch (error) {
      if (!form || !(error instanceof ApiProblem) || error.code !== 'form_changed') throw error;
      await this.dispute(error);
      return false;
    }
  }
}
