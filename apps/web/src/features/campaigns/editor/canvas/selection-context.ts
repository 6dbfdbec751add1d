import { createContext, use } from 'react';
import type { EditorState } from '../state/editor-state.ts';

export type Selection = Pick<EditorState, 'selected' | 'writing' | 'lifted'> & {
  /** The one block the tab key reaches; arrows lead on from it. */
  entry: string | null;
};

export const SelectionContext = createContext<Selection>({ selected: null, writing: null, lifted: null, entry: null });

export const useSelection = (): Selection => use(SelectionContext);
