import { findStep } from '@waggle/automations/steps';
import { type History, record, redo, startHistory, undo } from '#lib/history.ts';
import type { AutomationDraft } from './automation-draft.ts';

/** Stands for what lets people in, among the ids of steps. */
export const triggersId = 'triggers';

export type EditorState = {
  history: History<AutomationDraft>;
  /** A step, or what lets people in. */
  selected: string | null;
  /** Where the keyboard goes after the next drawing: a step that was moved is drawn anew and would lose it. */
  focus: string | null;
};

type EditOptions = {
  /** Edits with the same name that follow each other quickly are one step to undo. */
  run?: string | undefined;
  select?: string | null | undefined;
  /** Whether the keyboard goes to what is selected. */
  focus?: boolean | undefined;
};

/** Outside of React, so that a command always sees the document as it is: several keys may arrive before the next drawing. */
export function createEditorStore(draft: AutomationDraft) {
  let state: EditorState = { history: startHistory(draft), selected: null, focus: null };
  let isLocked = false;
  const listeners = new Set<() => void>();
  const set = (next: EditorState) => {
    if (next === state) return;
    state = next;
    for (const notify of listeners) notify();
  };
  /** After an undo what is selected may be gone. */
  const shown = (next: EditorState): EditorState => ({ ...next, selected: known(next) ? next.selected : null });
  return {
    now: (): EditorState => state,
    /** A locked store still selects. */
    lock(locked: boolean) {
      isLocked = locked;
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Whether anything changed. */
    edit(how: (draft: AutomationDraft) => AutomationDraft, { run, select, focus }: EditOptions = {}): boolean {
      const before = state.history.present;
      const next = isLocked ? before : how(before);
      if (next.document === before.document && next.name === before.name) return false;
      const history = record(state.history, next, run === undefined ? undefined : { key: run, at: Date.now() });
      const selected = select === undefined ? state.selected : select;
      set(shown({ history, selected, focus: focus ? selected : state.focus }));
      return true;
    },
    /** What follows from the last edit and is not undone by itself. */
    amend(how: (draft: AutomationDraft) => AutomationDraft): void {
      const { history } = state;
      if (!isLocked) set({ ...state, history: { ...history, present: how(history.present) } });
    },
    load: (draft: AutomationDraft) => set(shown({ ...state, history: record(state.history, draft) })),
    undo: () => !isLocked && set(shown({ ...state, history: undo(state.history) })),
    redo: () => !isLocked && set(shown({ ...state, history: redo(state.history) })),
    select: (selected: string | null, focus = false) => set({ ...state, selected, focus: focus ? selected : null }),
    focused: () => set(state.focus === null ? state : { ...state, focus: null }),
  };
}

const known = ({ selected, history }: EditorState): boolean =>
  selected === triggersId || (selected !== null && findStep(history.present.document.steps, selected) !== undefined);

export type EditorStore = ReturnType<typeof createEditorStore>;
