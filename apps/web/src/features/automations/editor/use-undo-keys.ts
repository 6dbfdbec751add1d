import { useEffect } from 'react';
import type { EditorCommands } from './state/commands.ts';

/** Everywhere on the page, but not in a dialog above it: texts that are typed belong to the same history. */
export function useUndoKeys(commands: EditorCommands): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return;
      const key = event.key.toLowerCase();
      const isElsewhere = event.target instanceof Element && event.target.closest('[role=dialog]:not([data-editor])');
      if ((key !== 'z' && key !== 'y') || isElsewhere) return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) commands.redo();
      else commands.undo();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [commands]);
}
