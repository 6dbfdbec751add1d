import { useEffect, useState, useSyncExternalStore } from 'react';
import type { BuilderState } from './builder-state.ts';
import { createBuilderStore } from './builder-store.ts';
import { createCommands, type BuilderCommands } from './commands.ts';
import type { FormDraft } from './form-draft.ts';

type Options = { draft: FormDraft; onChange: (draft: FormDraft) => void; readOnly: boolean };

/** The form being edited, what is selected, and everything that can be done to them. */
export function useBuilderState({ draft, onChange, readOnly }: Options): {
  state: BuilderState;
  commands: BuilderCommands;
} {
  const [{ store, commands }] = useState(() => {
    const made = createBuilderStore(draft);
    return { store: made, commands: createCommands(made) };
  });
  const state = useSyncExternalStore(store.subscribe, store.now);
  useEffect(() => store.lock(readOnly), [store, readOnly]);
  useEffect(() => {
    let last = store.now().history.present;
    return store.subscribe(() => {
      const next = store.now().history.present;
      if (next === last) return;
      last = next;
      onChange(next);
    });
  }, [store, onChange]);
  return { state, commands };
}
