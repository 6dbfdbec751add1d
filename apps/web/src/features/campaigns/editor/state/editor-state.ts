import type { EmailDocument } from '@waggle/contracts/email-document';
import { locate } from '../blocks/places.ts';
import { record, redo, startHistory, undo, type History } from '#lib/history.ts';

export type Point = { x: number; y: number };
/** Where the keyboard goes after the next drawing: a moved block is drawn anew and would lose it. */
export type FocusWish = { id: string; part: 'block' | 'handle' };

export type EditorState = {
  history: History<EmailDocument>;
  selected: string | null;
  /** Whether the words of the selected block are being edited, and where the pointer was. */
  writing: { caret: Point | undefined } | null;
  /** Lifted by keyboard: arrows move it until it is dropped. */
  lifted: { id: string; steps: number } | null;
  focus: FocusWish | null;
};

type Edit = {
  type: 'edit';
  email: EmailDocument;
  /** Edits with the same name that follow each other quickly are one step. */
  run?: string | undefined;
  at: number;
  select?: string | null | undefined;
  focus?: FocusWish | undefined;
};

export type EditorAction =
  | Edit
  | { type: 'load'; email: EmailDocument }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'select'; id: string | null; focus?: boolean }
  | { type: 'write'; id: string; caret?: Point | undefined }
  | { type: 'stopWriting' }
  | { type: 'lift'; id: string }
  | { type: 'carry'; email: EmailDocument }
  | { type: 'drop' }
  | { type: 'cancel' }
  | { type: 'focused' };

export const startState = (email: EmailDocument): EditorState => ({
  history: startHistory(email),
  selected: null,
  writing: null,
  lifted: null,
  focus: null,
});

const changes: { [Type in EditorAction['type']]: (state: EditorState, action: ActionOf<Type>) => EditorState } = {
  edit(state, { email, run, at, select, focus }) {
    if (email === state.history.present) return state;
    return {
      ...state,
      history: record(state.history, email, run === undefined ? undefined : { key: run, at }),
      ...(select !== undefined && { selected: select, writing: null }),
      ...(focus && { focus }),
    };
  },
  load: (state, { email }) => withHistory({ ...state, writing: null }, record(state.history, email)),
  undo: (state) => withHistory(state, undo(state.history)),
  redo: (state) => withHistory(state, redo(state.history)),
  select: (state, { id, focus }) => ({
    ...state,
    selected: id,
    writing: null,
    lifted: null,
    focus: focus && id !== null ? { id, part: 'block' } : null,
  }),
  write: (state, { id, caret }) => ({ ...state, selected: id, writing: { caret }, lifted: null }),
  stopWriting: (state) => ({
    ...state,
    writing: null,
    focus: state.selected === null ? null : { id: state.selected, part: 'block' },
  }),
  lift: (state, { id }) => ({ ...state, lifted: { id, steps: 0 }, writing: null }),
  carry(state, { email }) {
    if (!state.lifted || email === state.history.present) return state;
    const { id, steps } = state.lifted;
    // The whole way is one step to undo, however long it took.
    const history = record(state.history, email, { key: `lift ${id}`, at: 0 });
    return { ...state, history, lifted: { id, steps: steps + 1 }, focus: { id, part: 'handle' } };
  },
  drop: (state) => ({ ...state, lifted: null, history: { ...state.history, run: undefined } }),
  cancel(state) {
    if (!state.lifted) return state;
    const { id, steps } = state.lifted;
    const history = steps > 0 ? { ...undo(state.history), future: [] } : state.history;
    return { ...state, lifted: null, history, focus: { id, part: 'handle' } };
  },
  focused: (state) => ({ ...state, focus: null }),
};

type ActionOf<Type extends EditorAction['type']> = Extract<EditorAction, { type: Type }>;

export const editorReducer = (state: EditorState, action: EditorAction): EditorState =>
  changes[action.type](state, action as never);

/** After an undo, what is selected may be gone. */
function withHistory(state: EditorState, history: History<EmailDocument>): EditorState {
  const isThere = state.selected !== null && locate(history.present.blocks, state.selected) !== undefined;
  return {
    ...state,
    history,
    lifted: null,
    selected: isThere ? state.selected : null,
    writing: isThere ? state.writing : null,
  };
}
