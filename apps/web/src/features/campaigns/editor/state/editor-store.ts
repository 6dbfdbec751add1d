import type { EmailDocument } from '@waggle/contracts/email-document';
import { editorReducer, startState, type EditorAction, type EditorState } from './editor-state.ts';

/**
 * Outside of React, so that a command always sees the document as it is: several keys may arrive before the next drawing.
 * A read-only store still selects.
 */
export function createEditorStore(email: EmailDocument) {
  let state = startState(email);
  let isLocked = false;
  const listeners = new Set<() => void>();
  return {
    now: (): EditorState => state,
    lock(locked: boolean) {
      isLocked = locked;
    },
    isLocked: () => isLocked,
    dispatch: (action: EditorAction): void => {
      const next = editorReducer(state, action);
      if (next === state) return;
      state = next;
      for (const notify of listeners) notify();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

export type EditorStore = ReturnType<typeof createEditorStore>;
