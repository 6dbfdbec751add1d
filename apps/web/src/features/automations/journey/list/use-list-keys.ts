import type { KeyboardEvent } from 'react';
import { useEditor } from '../../editor/editor-context.ts';
import { triggersId } from '../../editor/state/editor-store.ts';
import { useStepActions } from '../use-step-actions.ts';

type Keys = Record<string, ((id: string, isMoving: boolean) => void) | undefined>;
type Options = { onEdit: () => void; onAdd: (stepId: string) => void; onHelp: () => void };

/** Keys count while a step has the keyboard, and nowhere else. */
export function useListKeys({ onEdit, onAdd, onHelp }: Options) {
  const { state, commands, readOnly } = useEditor();
  const actions = useStepActions();
  const arrow = (by: 1 | -1, isMoving: boolean, id: string) => {
    if (!isMoving) commands.selectNext(state.selected ?? id, by);
    else if (!readOnly && id !== triggersId) actions.move(id, by);
  };
  const always: Keys = {
    '?': onHelp,
    Enter: onEdit,
    ArrowDown: (id, isMoving) => arrow(1, isMoving, id),
    ArrowUp: (id, isMoving) => arrow(-1, isMoving, id),
  };
  const ofSteps: Keys = {
    d: (id) => actions.duplicate(id),
    Delete: (id) => actions.remove(id),
    Backspace: (id) => actions.remove(id),
  };
  const find = (pressed: string, id: string) => {
    const key = pressed.length === 1 ? pressed.toLowerCase() : pressed;
    if (always[key] || readOnly) return always[key];
    return key === 'a' ? onAdd : id === triggersId ? undefined : ofSteps[key];
  };
  return (event: KeyboardEvent) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset['select'] : undefined;
    if (id === undefined || event.ctrlKey || event.metaKey) return;
    if (event.altKey && !event.key.startsWith('Arrow')) return;
    if (state.selected !== id) commands.select(id);
    const run = find(event.key, id);
    if (!run) return;
    event.preventDefault();
    run(id, event.altKey);
  };
}
