import { useEffect, useLayoutEffect, type RefObject } from 'react';
import type { BuilderState } from './state/builder-state.ts';
import type { BuilderCommands } from './state/commands.ts';

/** A field that was moved or made is drawn anew; the keyboard goes on from it. */
export function useFocusTarget(
  root: RefObject<HTMLElement | null>,
  { focus }: BuilderState,
  commands: BuilderCommands,
): void {
  useLayoutEffect(() => {
    if (!focus) return;
    const attribute = { field: 'data-select', handle: 'data-handle', label: 'data-label' }[focus.part];
    const found = root.current?.querySelector<HTMLElement>(`[${attribute}="${focus.id}"]`);
    found?.focus();
    if (found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement) found.select();
  }, [root, focus]);
  useEffect(() => {
    if (focus) commands.focused();
  }, [focus, commands]);
}

/** Everywhere in the builder, but not in a dialog above it. */
export function useUndoKeys(root: RefObject<HTMLElement | null>, commands: BuilderCommands): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return;
      const key = event.key.toLowerCase();
      const layer = root.current?.closest('[role=dialog]');
      if ((key !== 'z' && key !== 'y') || !layer?.contains(event.target as Node)) return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) commands.redo();
      else commands.undo();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [root, commands]);
}

/** Escape puts down what is lifted, then leaves the label, then the field; only then it closes the builder. */
export function onEscape(event: KeyboardEvent, { selected, lifted }: BuilderState, commands: BuilderCommands): boolean {
  if (lifted) return commands.cancel();
  if (selected === null) return false;
  const { target } = event;
  const isTyping = target instanceof Element && target.closest('input, textarea, [role=combobox]') !== null;
  commands.select(isTyping ? selected : null, isTyping ? 'field' : undefined);
  return true;
}
