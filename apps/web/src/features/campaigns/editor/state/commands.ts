import { mostBlocks, type EmailBlock, type EmailBlockKind, type EmailDocument } from '@waggle/contracts/email-document';
import {
  duplicateBlock,
  insertBlock,
  moveBlock,
  removeBlock,
  replaceBlock,
  stepAside,
  stepBlock,
  withNewIds,
} from '../blocks/edit.ts';
import { hasWords } from '../blocks/kinds.ts';
import { makeBlock, newBlockId } from '../blocks/make.ts';
import { blocksOf, locate, type Place } from '../blocks/places.ts';
import type { EditorAction, EditorState, Point } from './editor-state.ts';
import type { EditorStore } from './editor-store.ts';

/** Everything that can be done in the editor; each returns at once, and the store draws what changed. */
export const createCommands = (store: EditorStore) => ({
  ...editCommands(store),
  ...selectCommands(store),
  ...liftCommands(store),
});

export type EditorCommands = ReturnType<typeof createCommands>;

type EditOptions = Partial<Omit<Extract<EditorAction, { type: 'edit' }>, 'type' | 'email' | 'at'>>;

const toBlock = (id: string) => ({ select: id, focus: { id, part: 'block' as const } });

function editCommands(store: EditorStore) {
  const email = () => store.now().history.present;
  const change = (action: EditorAction) => !store.isLocked() && store.dispatch(action);
  /** Whether anything changed. */
  const edit = (how: (email: EmailDocument) => EmailDocument, more: EditOptions = {}): boolean => {
    const before = email();
    change({ type: 'edit', email: how(before), at: Date.now(), ...more });
    return email() !== before;
  };
  const add = (kind: EmailBlockKind, place = placeBelow(store.now(), kind)): boolean => {
    const block = makeBlock(kind);
    if (!edit((own) => insertBlock(own, block, place), toBlock(block.id))) return false;
    if (hasWords(block)) change({ type: 'write', id: block.id });
    return true;
  };
  return {
    edit,
    add,
    /** A copy of a block from elsewhere; false where the email is full. */
    insert(block: EmailBlock, place = placeBelow(store.now(), block.kind)): boolean {
      const copy = withNewIds(block, newBlockId);
      return edit((own) => insertBlock(own, copy, place), toBlock(copy.id));
    },
    /** `run` names what is being changed, so that dragging a slider is one step. */
    replace: (id: string, how: (block: EmailBlock) => EmailBlock, run: string) =>
      edit(
        (own) => {
          const found = locate(own.blocks, id);
          return found ? replaceBlock(own, how(found.block)) : own;
        },
        { run: `${run} ${id}` },
      ),
    move: (id: string, place: Place) => edit((own) => moveBlock(own, id, place), toBlock(id)),
    step: (id: string, by: 1 | -1) => edit((own) => stepBlock(own, id, by), toBlock(id)),
    duplicate(id: string) {
      const ids = Array.from({ length: mostBlocks }, newBlockId);
      const [copyId = newBlockId()] = ids;
      return edit((own) => duplicateBlock(own, id, () => ids.shift() ?? newBlockId()), toBlock(copyId));
    },
    remove(id: string) {
      const found = locate(email().blocks, id);
      if (!found) return;
      const { list, index } = found.place;
      const own = blocksOf(email().blocks, list);
      const near = (own[index + 1] ?? own[index - 1])?.id ?? (list === 'email' ? null : list.columnsId);
      edit((all) => removeBlock(all, id), near === null ? { select: null } : toBlock(near));
    },
    undo: () => change({ type: 'undo' }),
    redo: () => change({ type: 'redo' }),
  };
}

/** Below the selected block, in its own list where the kind may stand there. */
function placeBelow({ history, selected }: EditorState, kind: EmailBlockKind): Place {
  const { blocks } = history.present;
  const found = selected === null ? undefined : locate(blocks, selected);
  if (!found) return { list: 'email', index: blocks.length };
  const { list, index } = found.place;
  if (kind !== 'columns' || list === 'email') return { list, index: index + 1 };
  return { list: 'email', index: blocks.findIndex(({ id }) => id === list.columnsId) + 1 };
}

/** Every block in the order in which it is read. */
const idsOf = (blocks: readonly EmailBlock[]): string[] =>
  blocks.flatMap((block) => (block.kind === 'columns' ? [block.id, ...idsOf(block.cells.flat())] : [block.id]));

function selectCommands({ now, dispatch, isLocked }: EditorStore) {
  return {
    select: (id: string | null, focus = false) => dispatch({ type: 'select', id, focus }),
    selectNext(id: string, by: 1 | -1) {
      const ids = idsOf(now().history.present.blocks);
      const next = ids[ids.indexOf(id) + by];
      if (next !== undefined) dispatch({ type: 'select', id: next, focus: true });
    },
    write: (id: string, caret?: Point) => !isLocked() && dispatch({ type: 'write', id, caret }),
    stopWriting: () => dispatch({ type: 'stopWriting' }),
    focused: () => dispatch({ type: 'focused' }),
  };
}

/** Moving by keyboard: lift, carry with the arrows, drop or cancel. */
function liftCommands({ now, dispatch, isLocked }: EditorStore) {
  return {
    lift: (id: string) => !isLocked() && dispatch({ type: 'lift', id }),
    /** The email after the move, or nothing when there is no further place. */
    carry(direction: 'up' | 'down' | 'left' | 'right'): EmailDocument | undefined {
      const { lifted, history } = now();
      if (!lifted) return undefined;
      const by = direction === 'up' || direction === 'left' ? -1 : 1;
      const move = direction === 'up' || direction === 'down' ? stepBlock : stepAside;
      const next = move(history.present, lifted.id, by);
      if (next === history.present) return undefined;
      dispatch({ type: 'carry', email: next });
      return next;
    },
    drop: () => dispatch({ type: 'drop' }),
    cancel: () => dispatch({ type: 'cancel' }),
  };
}
