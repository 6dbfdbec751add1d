import { type BuilderAction, builderReducer, type BuilderState, startState } from './builder-state.ts';
import type { FormDraft } from './form-draft.ts';

/** Outside of React, so that a command always sees the form as it is: several keys may arrive before the next drawing. */
export function createBuilderStore(draft: FormDraft) {
  let state = startState(draft);
  let isLocked = false;
  const listeners = new Set<() => void>();
  return {
    now: (): BuilderState => state,
    /** A locked store still selects. */
    lock(locked: boolean) {
      isLocked = locked;
    },
    isLocked: () => isLocked,
    dispatch: (action: BuilderAction): void => {
      const next = builderReducer(state, action);
      if (next === state) return;
      state = next;
      for (const notify of listeners) notify();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type BuilderStore = ReturnType<typeof createBuilderStore>;
