import type { AutomationDocument } from '@waggle/contracts/automation-document';
import type { Automation, AutomationProblem, readAutomationFigures } from '@waggle/contracts/automations';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { createContext, use } from 'react';
import type { Catalogue } from '../catalogue.ts';
import type { StepEmails, StepWords } from '../words/use-step-words.ts';
import type { AutomationKeeper } from './draft/automation-keeper.ts';
import type { EditorCommands } from './state/commands.ts';
import type { EditorState } from './state/editor-store.ts';

export type Figures = ReplyOf<typeof readAutomationFigures>;
export type StepFigures = Figures['steps'][number];

export type Editor = {
  automation: Automation;
  keeper: AutomationKeeper;
  document: AutomationDocument;
  state: EditorState;
  commands: EditorCommands;
  /** Whether the role lets people change it. */
  mayWrite: boolean;
  /** Whether steps and settings stay as they are: for want of the right, or because it is beyond the plan. */
  readOnly: boolean;
  catalogue: Catalogue;
  emails: StepEmails;
  words: StepWords;
  /** The number of each step in the order in which they are read. */
  numbers: ReadonlyMap<string, number>;
  problems: readonly AutomationProblem[];
  /** Undefined before it was published, and until they are loaded. */
  figures: Figures | undefined;
  figuresOf: (stepId: string) => StepFigures | undefined;
};

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (!editor) throw new Error('This part belongs inside the editor of an automation');
  return editor;
}
