import type { Campaign } from '@waggle/contracts/campaigns';
import { ApiProblem } from '#lib/api.ts';
import {
  type CampaignDraft,
  changedFields,
  complaintsOf,
  type DraftChange,
  type DraftField,
  draftOf,
  emptyDraft,
  merge,
  pick,
} from './draft.ts';

/** Milliseconds from the last change until the server is told. */
const saveAfterMs = 1_000;

/** What this browser keeps of changes the server does not have yet. */
export type LocalCopy = { base: DraftChange; mine: DraftChange };

/** What somebody else saved meanwhile. */
export type TheirChange = { by: string | null; at: string; fields: DraftField[] };

export type Kept = {
  /** As the server last knew it; undefined until a new campaign is complete enough to be saved. */
  campaign: Campaign | undefined;
  draft: CampaignDraft;
  /** `incomplete`: something is missing, so only this browser has the changes. */
  state: 'saved' | 'waiting' | 'saving' | 'incomplete' | 'failed' | 'disputed';
  error: unknown;
  /** Whether this browser has what the server has not. */
  isKeptHere: boolean;
  /** Changes of somebody else that were taken in. */
  merged: TheirChange | undefined;
  /** The same fields, changed here and there; nothing is saved until somebody decides. */
  disputed: (TheirChange & { theirs: Campaign }) | undefined;
};

/** What a version of the history holds. */
const inVersions: readonly DraftField[] = ['subject', 'previewText', 'content'];

/** Undefined where none of the fields is in the history, or the server would refuse it. */
function versionOf(mine: CampaignDraft, fields: readonly DraftField[]): DraftChange | undefined {
  const complaints = complaintsOf(mine);
  const kept = fields.filter((field) => inVersions.includes(field) && complaints[field] === undefined);
  return kept.length === 0 ? undefined : pick(mine, kept);
}

/** Whose a new campaign is; empty where the server knows. */
type Owner = { clientId?: string | null };

type Calls = {
  create: (draft: CampaignDraft, owner: Owner) => Promise<Campaign>;
  /** With `checkpoint`, what was there before stays in the history as a version of its own. */
  update: (campaign: Campaign, change: DraftChange, checkpoint: boolean) => Promise<Campaign>;
  read: (campaignId: string) => Promise<Campaign>;
  /** Keeps changes in this browser, for the campaign of that id or a new one. Answers whether it could. */
  keep: (campaignId: string | undefined, copy: LocalCopy | undefined) => boolean;
};

/** Holds a draft: in this browser at once, on the server a second later, and never over the work of somebody else. */
export class DraftKeeper {
  readonly #calls: Calls;
  readonly #listeners = new Set<() => void>();
  /** What the server has, as it was sent or read. */
  #base: CampaignDraft;
  #kept: Kept;
  /** The next change is written over somebody's work, on purpose. */
  #overwrites = false;
  /** What was given up for a colleague's work: becomes a version of its own before theirs is the campaign again. */
  #givenUp: DraftChange | undefined;
  /** Of a campaign that is no draft now; taken up when it is one again. */
  #setAside: LocalCopy | undefined;
  /** Undefined until somebody has chosen. */
  #owner: Owner | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;

  constructor(calls: Calls, campaign: Campaign | undefined, copy?: LocalCopy) {
    this.#calls = calls;
    this.#base = campaign ? draftOf(campaign) : emptyDraft;
    this.#kept = {
      campaign,
      draft: this.#base,
      state: 'saved',
      error: undefined,
      isKeptHere: true,
      merged: undefined,
      disputed: undefined,
    };
    if (copy && campaign && campaign.status !== 'DRAFT') this.#setAside = copy;
    else if (copy) this.#restore(copy);
  }

  readonly get = (): Kept => this.#kept;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly setOwner = (owner: Owner | undefined): void => {
    this.#owner = owner;
    if (owner && this.#kept.state === 'incomplete') this.#schedule();
  };

  /** Goes on with what was restored from this browser. */
  readonly resume = (): void => {
    if (this.#kept.state === 'waiting') this.#schedule();
  };

  readonly isUnsaved = (): boolean => changedFields(this.#base, this.#kept.draft).length > 0;

  /** Whether a save failed or waits for a person: another answer would wipe out what was typed. */
  readonly isStuck = (): boolean => this.#kept.state === 'failed' || this.#kept.state === 'disputed';

  readonly change = (patch: DraftChange): void => {
    const { draft, disputed } = this.#kept;
    this.#set({ draft: { ...draft, ...patch }, ...(!disputed && { state: 'waiting' }) });
    this.#keepLocally();
    if (!disputed) this.#schedule();
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

  /** Ends a dispute. */
  readonly settle = (whose: 'mine' | 'theirs'): Promise<void> => {
    if (!this.#kept.disputed) return Promise.resolve();
    const { theirs, fields } = this.#kept.disputed;
    const { draft } = merge(this.#base, this.#kept.draft, draftOf(theirs));
    this.#base = draftOf(theirs);
    this.#overwrites = whose === 'mine';
    if (whose === 'theirs') this.#givenUp = versionOf(draft, fields);
    this.#set({
      campaign: theirs,
      disputed: undefined,
      state: 'waiting',
      draft: whose === 'mine' ? draft : { ...draft, ...pick(this.#base, fields) },
    });
    this.#keepLocally();
    return this.flush();
  };

  /** Takes over what another call answered, such as a restored version or a new time. */
  readonly adopt = (answer: Campaign): void => {
    const isDraft = answer.status === 'DRAFT';
    if (!isDraft && this.isUnsaved()) this.#setAside = this.#copy();
    this.#base = draftOf(answer);
    this.#set({ campaign: answer, draft: this.#base, state: 'saved', merged: undefined, disputed: undefined });
    if (!this.#setAside) return this.#keepLocally();
    if (!isDraft) return;
    this.#restore(this.#setAside);
    this.#setAside = undefined;
    this.resume();
  };

  /** Takes in what was read again: a colleague's change, or another state. */
  readonly notice = (read: Campaign): void => {
    const { campaign, disputed } = this.#kept;
    const isNews = campaign && (read.version > campaign.version || read.status !== campaign.status);
    if (!isNews || this.#running) return;
    if (read.status !== 'DRAFT' || campaign.status !== 'DRAFT') return this.adopt(read);
    if (disputed) return;
    this.#receive(read, { by: null, at: read.updatedAt });
    if (this.isUnsaved()) this.#schedule();
  };

  readonly dismissMerged = (): void => this.#set({ merged: undefined });

  #set(next: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...next };
    for (const listener of this.#listeners) listener();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), saveAfterMs);
  }

  #keepLocally(): void {
    const isKeptHere = this.#calls.keep(this.#kept.campaign?.id, this.isUnsaved() ? this.#copy() : undefined);
    if (isKeptHere !== this.#kept.isKeptHere) this.#set({ isKeptHere });
  }

  #copy(): LocalCopy {
    const { draft } = this.#kept;
    const changed = changedFields(this.#base, draft);
    return { base: pick(this.#base, changed), mine: pick(draft, changed) };
  }

  /** Takes in what the server has; disputed fields wait for a person. */
  #receive(theirs: Campaign, change: Omit<TheirChange, 'fields'>): void {
    if (theirs.status !== 'DRAFT') return this.adopt(theirs);
    const { draft, taken, disputed } = merge(this.#base, this.#kept.draft, draftOf(theirs));
    if (disputed.length > 0) {
      this.#set({ state: 'disputed', disputed: { ...change, fields: disputed, theirs } });
      return;
    }
    this.#base = draftOf(theirs);
    this.#set({ campaign: theirs, draft, ...(taken.length > 0 && { merged: { ...change, fields: taken } }) });
    this.#keepLocally();
  }

  #restore({ base, mine }: LocalCopy): void {
    const { campaign, draft } = this.#kept;
    this.#base = { ...this.#base, ...base };
    this.#set({ draft: { ...draft, ...mine } });
    if (campaign) this.#receive(campaign, { by: null, at: campaign.updatedAt });
    if (!this.#kept.disputed && this.isUnsaved()) this.#set({ state: 'waiting' });
  }

  async #saveAll(): Promise<void> {
    try {
      while (await this.#saveSome());
    } catch (error) {
      this.#set({ state: 'failed', error });
    }
  }

  /** Whether there may be more to save: somebody types on while a call is on its way. */
  async #saveSome(): Promise<boolean> {
    const { campaign, draft } = this.#kept;
    if (campaign && campaign.status !== 'DRAFT') return false;
    const complaints = complaintsOf(draft);
    const changed = changedFields(this.#base, draft);
    const isWhole = Object.keys(complaints).length === 0 && this.#owner !== undefined;
    const savable = changed.filter((field) => (campaign ? complaints[field] === undefined : isWhole));
    if (campaign && this.#givenUp) {
      this.#set({ state: 'saving' });
      await this.#keepVersion(campaign, this.#givenUp);
      return this.#kept.disputed === undefined;
    }
    if (savable.length === 0) {
      this.#set({ state: changed.length === 0 ? 'saved' : 'incomplete', error: undefined });
      return false;
    }
    this.#set({ state: 'saving' });
    if (campaign) await this.#update(campaign, pick(draft, savable));
    else await this.#create(draft, this.#owner ?? {});
    return this.#kept.disputed === undefined;
  }

  async #create(draft: CampaignDraft, owner: Owner): Promise<void> {
    const campaign = await this.#calls.create(draft, owner);
    this.#calls.keep(undefined, undefined);
    this.#noteSaved(campaign, draft);
  }

  /** Mine is saved for a moment and theirs right after it, so that both are in the history. */
  async #keepVersion(campaign: Campaign, mine: DraftChange): Promise<void> {
    this.#overwrites = true;
    await this.#update(campaign, mine);
    // Somebody else was faster: tried again over what they saved.
    if (this.#overwrites) return;
    this.#givenUp = undefined;
    this.#overwrites = true;
  }

  async #update(campaign: Campaign, change: DraftChange): Promise<void> {
    try {
      this.#noteSaved(await this.#calls.update(campaign, change, this.#overwrites), change);
      this.#overwrites = false;
    } catch (error) {
      if (!(error instanceof ApiProblem) || !['campaign_changed', 'wrong_state'].includes(error.code)) throw error;
      const read = await this.#calls.read(campaign.id);
      // A draft that takes no change, as an email of a sequence that has started, would be tried for ever.
      if (error.code === 'wrong_state' && read.status === 'DRAFT') throw error;
      const { by = null, at = '' } = error.fields;
      this.#receive(read, { by, at });
    }
  }

  /** As it was sent: the server may trim a name, which is no change that somebody made. */
  #noteSaved(campaign: Campaign, sent: DraftChange): void {
    this.#base = { ...this.#base, ...sent };
    this.#set({ campaign, error: undefined });
    this.#keepLocally();
  }
}
