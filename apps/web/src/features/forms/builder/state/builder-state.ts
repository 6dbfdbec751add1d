import { pagesOf } from '@waggle/forms/pages';
import { type History, record, redo, startHistory, undo } from '#lib/history.ts';
import { type FormDraft, placeOf } from './form-draft.ts';

/** Where the keyboard goes after the next drawing: a field that was moved is drawn anew and would lose it. */
export type FocusTarget = { id: string; part: 'field' | 'handle' | 'label' };

export type BuilderState = {
  history: History<FormDraft>;
  selected: string | null;
  /** The page on the canvas. */
  page: number;
  /** Lifted by keyboard: arrows move it until it is dropped. */
  lifted: { id: string; steps: number } | null;
  focus: FocusTarget | null;
};

type Edit = {
  type: 'edit';
  draft: FormDraft;
  /** Edits with the same name that follow each other quickly are one step. */
  run?: string | undefined;
  at: number;
  select?: string | null | undefined;
  page?: number | undefined;
  focus?: FocusTarget | undefined;
};

export type BuilderAction =
  | Edit
  | { type: 'load'; draft: FormDraft }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'select'; id: string | null; focus?: FocusTarget['part'] | undefined }
  | { type: 'showPage'; page: number }
  | { type: 'lift'; id: string }
  | { type: 'carry'; draft: FormDraft }
  | { type: 'drop' }
  | { type: 'cancel' }
  | { type: 'focused' };

export const startState = (draft: FormDraft): BuilderState => ({
  history: startHistory(draft),
  selected: null,
  page: 0,
  lifted: null,
  focus: null,
});

type ActionOf<Type extends BuilderAction['type']> = Extract<BuilderAction, { type: Type }>;

const changes: { [Type in BuilderAction['type']]: (state: BuilderState, action: ActionOf<Type>) => BuilderState } = {
  edit(state, { draft, run, at, select, page, focus }) {
    if (draft === state.history.present) return state;
    return shown({
      ...state,
      history: record(state.history, draft, run === undefined ? undefined : { key: run, at }),
      ...(select !== undefined && { selected: select }),
      ...(page !== undefined && { page }),
      ...(focus && { focus }),
    });
  },
  load: (state, { draft }) => shown({ ...state, lifted: null, history: record(state.history, draft) }),
  undo: (state) => shown({ ...state, lifted: null, history: undo(state.history) }),
  redo: (state) => shown({ ...state, lifted: null, history: redo(state.history) }),
  select: (state, { id, focus }) =>
    shown({ ...state, selected: id, lifted: null, focus: focus && id !== null ? { id, part: focus } : null }),
  showPage: (state, { page }) => ({ ...state, page, selected: null, lifted: null }),
  lift: (state, { id }) => ({ ...state, lifted: { id, steps: 0 } }),
  carry(state, { draft }) {
    if (!state.lifted || draft === state.history.present) return state;
    const { id, steps } = state.lifted;
    // The whole way is one step to undo, however long it took.
    const history = record(state.history, draft, { key: `lift ${id}`, at: 0 });
    return shown({ ...state, history, lifted: { id, steps: steps + 1 }, focus: { id, part: 'handle' } });
  },
  drop: (state) => ({ ...state, lifted: null, history: { ...state.history, run: undefined } }),
  cancel(state) {
    if (!state.lifted) return state;
    const { id, steps } = state.lifted;
    const history = steps > 0 ? { ...undo(state.history), future: [] } : state.history;
    return shown({ ...state, lifted: null, history, focus: { id, part: 'handle' } });
  },
  focused: (state) => ({ ...state, focus: null }),
};

export const builderReducer = (state: BuilderState, action: BuilderAction): BuilderState =>
  changes[action.type](state, action as never);

/** The canvas shows the page of what is selected; after an undo that may be gone, and the page too. */
function shown(state: BuilderState): BuilderState {
  const draft = state.history.present;
  const place = state.selected === null ? undefined : placeOf(draft, state.selected);
  const page = place?.page ?? Math.min(state.page, pagesOf(draft).length - 1);
  return { ...state, page, selected: place ? state.selected : null };
}
