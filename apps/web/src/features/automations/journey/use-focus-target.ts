import { useEffect, useLayoutEffect, type RefObject } from 'react';
import type { EditorCommands } from '../editor/state/commands.ts';
import type { EditorState } from '../editor/state/editor-store.ts';

/** A step that was moved or made is drawn anew; the keyboard goes on from it. */
export function useFocusTarget(
  root: RefObject<HTMLElement | null>,
  { focus }: EditorState,
  commands: EditorCommands,
): void {
  useLayoutEffect(() => {
    if (focus !== null) root.current?.querySelector<HTMLElement>(`[data-select="${focus}"]`)?.focus();
  }, [root, focus]);
  useEffect(() => {
    if (focus !== null) commands.focused();
  }, [focus, commands]);
}
