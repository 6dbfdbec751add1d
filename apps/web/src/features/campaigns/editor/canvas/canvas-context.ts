import type { EmailTheme } from '@waggle/contracts/email-document';
import type { Editor } from '@tiptap/core';
import { createContext, use } from 'react';
import type { EditorCommands } from '../state/commands.ts';
import type { Screen } from './looks.ts';

/** What all blocks share and what rarely changes, so that typing draws one block and not all of them. */
export type CanvasShared = {
  theme: EmailTheme;
  screen: Screen;
  readOnly: boolean;
  commands: EditorCommands;
  onEditor: (editor: Editor | null) => void;
};

export const CanvasContext = createContext<CanvasShared | null>(null);

export function useCanvas(): CanvasShared {
  const shared = use(CanvasContext);
  if (!shared) throw new Error('A block is drawn outside of the canvas.');
  return shared;
}
