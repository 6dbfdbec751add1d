import type { EmailDocument } from '@waggle/contracts/email-document';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { createCommands, type EditorCommands } from './commands.ts';
import type { EditorState } from './editor-state.ts';
import { createEditorStore, type EditorStore } from './editor-store.ts';

type Options = { value: EmailDocument; onChange: (email: EmailDocument) => void; readOnly: boolean };

/** The document being edited, what is selected, and everything that can be done to them. */
export function useEditor({ value, onChange, readOnly }: Options): { state: EditorState; commands: EditorCommands } {
  const [{ store, commands }] = useState(() => {
    const made = createEditorStore(value);
    return { store: made, commands: createCommands(made) };
  });
  const state = useSyncExternalStore(store.subscribe, store.now);
  useEffect(() => store.lock(readOnly), [store, readOnly]);
  useExchange(store, value, onChange);
  return { state, commands };
}

/** Gives out what was edited here, and takes in what came from elsewhere, such as a template, as a step that can be undone. */
function useExchange(store: EditorStore, value: EmailDocument, onChange: (email: EmailDocument) => void): void {
  const tell = useEffectEvent(onChange);
  // All that went out or came in: a parent that draws late gives older ones back, and they are no news.
  const known = useRef<WeakSet<EmailDocument>>(undefined);

  useEffect(() => {
    const seen = (known.current ??= new WeakSet([store.now().history.present]));
    let last = store.now().history.present;
    return store.subscribe(() => {
      const email = store.now().history.present;
      if (email === last) return;
      last = email;
      seen.add(email);
      tell(email);
    });
  }, [store]);

  useEffect(() => {
    const seen = (known.current ??= new WeakSet());
    if (seen.has(value)) return;
    seen.add(value);
    if (JSON.stringify(value) === JSON.stringify(store.now().history.present)) return;
    store.dispatch({ type: 'load', email: value });
  }, [store, value]);
}
