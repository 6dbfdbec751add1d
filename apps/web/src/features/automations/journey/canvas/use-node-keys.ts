import type { KeyboardEvent, MouseEvent, SyntheticEvent } from 'react';
import { useEditor } from '../../editor/editor-context.ts';
import { triggersId } from '../../editor/state/editor-store.ts';
import { useStepActions } from '../use-step-actions.ts';

const idAt = ({ target }: SyntheticEvent): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-select]')?.dataset['select'] : undefined;

/** Presses and keys of all nodes come up to the drawing. The keys are those of the list that make sense here: edit, move and delete. */
export function useNodeKeys(onEdit: () => void) {
  const { readOnly, commands } = useEditor();
  const actions = useStepActions();
  const run = (id: string, { key, altKey }: KeyboardEvent): boolean => {
    if (key === 'Enter') {
      commands.select(id);
      onEdit();
      return true;
    }
    if (readOnly || id === triggersId) return false;
    if (altKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
      actions.move(id, key === 'ArrowDown' ? 1 : -1);
      return true;
    }
    if (key !== 'Delete' && key !== 'Backspace') return false;
    actions.remove(id);
    return true;
  };
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const id = idAt(event);
      if (id !== undefined && run(id, event)) event.preventDefault();
    },
    onClick: (event: MouseEvent) => {
      const id = idAt(event);
      if (id !== undefined) commands.select(id);
    },
    onDoubleClick: (event: MouseEvent) => {
      if (idAt(event) !== undefined) onEdit();
    },
  };
}
