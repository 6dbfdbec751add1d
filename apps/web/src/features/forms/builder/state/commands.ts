import type { FormDefinition, FormField, FormFieldType, FormSettings } from '@waggle/contracts/form-definition';
import { fieldsInOrder, pagesOf } from '@waggle/forms/pages';
import type { BuilderAction, FocusTarget } from './builder-state.ts';
import type { BuilderStore } from './builder-store.ts';
import * as edits from './edit.ts';
import { type FormDraft, makeField, newId, type Place } from './form-draft.ts';

/** Everything that can be done in the builder; each returns at once, and the store draws what changed. */
export const createCommands = (store: BuilderStore) => ({
  ...fieldCommands(store),
  ...formCommands(store),
  ...pageCommands(store),
  ...selectCommands(store),
  ...liftCommands(store),
});

export type BuilderCommands = ReturnType<typeof createCommands>;

type EditOptions = Partial<Omit<Extract<BuilderAction, { type: 'edit' }>, 'type' | 'draft' | 'at'>>;

/** Whether anything changed. */
function edit(store: BuilderStore, how: (draft: FormDraft) => FormDraft, more: EditOptions = {}): boolean {
  const before = store.now().history.present;
  if (store.isLocked()) return false;
  store.dispatch({ type: 'edit', draft: how(before), at: Date.now(), ...more });
  return store.now().history.present !== before;
}

const to = (id: string, part: FocusTarget['part']) => ({ select: id, focus: { id, part } });

function fieldCommands(store: BuilderStore) {
  const now = () => store.now().history.present;
  const endOfPage = (): Place => {
    const { page } = store.now();
    return { page, index: pagesOf(now())[page]?.fields.length ?? 0 };
  };
  return {
    /** At the end of the page on the canvas, unless told where; false where the form is full. */
    add(type: FormFieldType, words: { label: string; options: readonly string[] }, place = endOfPage()): boolean {
      const field = makeField(now(), { type, ...words });
      return edit(store, (draft) => edits.insertField(draft, field, place), to(field.id, 'label'));
    },
    change: (id: string, patch: Partial<FormField>) =>
      edit(store, (draft) => edits.changeField(draft, id, patch), { run: `${Object.keys(patch).join(' ')} ${id}` }),
    move: (id: string, place: Place) => edit(store, (draft) => edits.moveField(draft, id, place), to(id, 'field')),
    step: (id: string, by: 1 | -1) => edit(store, (draft) => edits.stepField(draft, id, by), to(id, 'field')),
    duplicate(id: string) {
      const copy = newId(
        'field',
        now().fields.map((field) => field.id),
      );
      return edit(store, (draft) => edits.duplicateField(draft, id, copy), to(copy, 'field'));
    },
    remove(id: string): boolean {
      const all = fieldsInOrder(now());
      const at = all.findIndex((field) => field.id === id);
      const near = all[at + 1]?.id ?? all[at - 1]?.id;
      return edit(store, (draft) => edits.removeField(draft, id), near ? to(near, 'field') : { select: null });
    },
  };
}

function formCommands(store: BuilderStore) {
  return {
    rename: (name: string) => edit(store, (draft) => ({ ...draft, name }), { run: 'name' }),
    set: (patch: Partial<FormDefinition>) =>
      edit(store, (draft) => ({ ...draft, ...patch }), { run: Object.keys(patch).join(' ') }),
    setSettings: (patch: Partial<FormSettings>) =>
      edit(store, (draft) => ({ ...draft, settings: { ...draft.settings, ...patch } }), {
        run: `settings ${Object.keys(patch).join(' ')}`,
      }),
    load: (draft: FormDraft) => store.dispatch({ type: 'load', draft }),
    undo: () => !store.isLocked() && store.dispatch({ type: 'undo' }),
    redo: () => !store.isLocked() && store.dispatch({ type: 'redo' }),
  };
}

function pageCommands(store: BuilderStore) {
  return {
    showPage: (page: number) => store.dispatch({ type: 'showPage', page }),
    addPage() {
      const { page } = store.now();
      return edit(store, (draft) => edits.addPage(draft, page), { page: page + 1, select: null });
    },
    renamePage: (at: number, title: string) =>
      edit(store, (draft) => edits.renamePage(draft, at, title), { run: `page ${at}` }),
    movePage: (at: number, by: 1 | -1) =>
      edit(store, (draft) => edits.movePage(draft, at, by), { page: at + by, select: null }),
    removePage: (at: number) =>
      edit(store, (draft) => edits.removePage(draft, at), { page: Math.max(at - 1, 0), select: null }),
  };
}

function selectCommands({ now, dispatch }: BuilderStore) {
  return {
    select: (id: string | null, focus?: FocusTarget['part']) => dispatch({ type: 'select', id, focus }),
    /** Along the page on the canvas. */
    selectNext(id: string, by: 1 | -1) {
      const { history, page } = now();
      const fields = pagesOf(history.present)[page]?.fields ?? [];
      const next = fields[fields.findIndex((field) => field.id === id) + by];
      if (next) dispatch({ type: 'select', id: next.id, focus: 'field' });
    },
    focused: () => dispatch({ type: 'focused' }),
  };
}

/** Moving by keyboard: lift, carry with the arrows, drop or cancel. */
function liftCommands({ now, dispatch, isLocked }: BuilderStore) {
  return {
    lift: (id: string) => !isLocked() && dispatch({ type: 'lift', id }),
    /** The form after the move, or nothing when there is no further place. */
    carry(by: 1 | -1): FormDraft | undefined {
      const { lifted, history } = now();
      if (!lifted) return undefined;
      const next = edits.stepField(history.present, lifted.id, by);
      if (next === history.present) return undefined;
      dispatch({ type: 'carry', draft: next });
      return next;
    },
    drop: () => dispatch({ type: 'drop' }),
    /** Whether something was lifted. */
    cancel(): boolean {
      const isLifted = now().lifted !== null;
      dispatch({ type: 'cancel' });
      return isLifted;
    },
  };
}
