import {
  allBlocks,
  mostBlocks,
  type CellBlock,
  type ColumnRatio,
  type ColumnsBlock,
  type EmailBlock,
  type EmailDocument,
} from '@waggle/contracts/email-document';
import { isSameList, isSamePlace, locate, mayStand, placesFor, type ListOf, type Place } from './places.ts';

// Every edit gives a new document and shares what did not change. What cannot be done gives the same document back.

type Blocks = readonly EmailBlock[];

const withBlocks = (email: EmailDocument, blocks: Blocks): EmailDocument =>
  blocks === email.blocks ? email : { ...email, blocks: [...blocks] };

function changeList(blocks: Blocks, list: ListOf, change: (own: Blocks) => Blocks): Blocks {
  if (list === 'email') return change(blocks);
  return blocks.map((block) => {
    if (block.id !== list.columnsId || block.kind !== 'columns') return block;
    const cells = block.cells.map((own, cell) => (cell === list.cell ? [...(change(own) as CellBlock[])] : own));
    return { ...block, cells };
  });
}

const isFull = ({ blocks }: EmailDocument, more: EmailBlock): boolean =>
  allBlocks(blocks).length + allBlocks([more]).length > mostBlocks;

export function insertBlock(email: EmailDocument, block: EmailBlock, { list, index }: Place): EmailDocument {
  if (!mayStand(block.kind, list) || isFull(email, block)) return email;
  return withBlocks(
    email,
    changeList(email.blocks, list, (own) => own.toSpliced(index, 0, block)),
  );
}

export function removeBlock(email: EmailDocument, id: string): EmailDocument {
  const found = locate(email.blocks, id);
  if (!found) return email;
  return withBlocks(
    email,
    changeList(email.blocks, found.place.list, (own) => own.toSpliced(found.place.index, 1)),
  );
}

/** `place` is one of the document as it is, with the block still where it was. */
export function moveBlock(email: EmailDocument, id: string, place: Place): EmailDocument {
  const found = locate(email.blocks, id);
  if (!found || !mayStand(found.block.kind, place.list)) return email;
  const isBelow = isSameList(found.place.list, place.list) && place.index > found.place.index;
  const to = isBelow ? { ...place, index: place.index - 1 } : place;
  if (isSamePlace(found.place, to)) return email;
  return insertBlock(removeBlock(email, id), found.block, to);
}

/** One place up or down in reading order, into columns and out of them. */
export function stepBlock(email: EmailDocument, id: string, by: 1 | -1): EmailDocument {
  const found = locate(email.blocks, id);
  if (!found) return email;
  const without = removeBlock(email, id);
  const places = placesFor(without.blocks, found.block.kind);
  const to = places[places.findIndex((place) => isSamePlace(place, found.place)) + by];
  return to ? insertBlock(without, found.block, to) : email;
}

/** Into the column beside its own, as high as it stands now. */
export function stepAside(email: EmailDocument, id: string, by: 1 | -1): EmailDocument {
  const found = locate(email.blocks, id);
  if (!found || found.place.list === 'email') return email;
  const { columnsId, cell } = found.place.list;
  const columns = locate(email.blocks, columnsId)?.block;
  const beside = columns?.kind === 'columns' ? columns.cells[cell + by] : undefined;
  if (!beside) return email;
  return moveBlock(email, id, {
    list: { columnsId, cell: cell + by },
    index: Math.min(found.place.index, beside.length),
  });
}

export function duplicateBlock(email: EmailDocument, id: string, newId: () => string): EmailDocument {
  const found = locate(email.blocks, id);
  if (!found) return email;
  const { list, index } = found.place;
  return insertBlock(email, withNewIds(found.block, newId), { list, index: index + 1 });
}

export function withNewIds(block: EmailBlock, newId: () => string): EmailBlock {
  if (block.kind !== 'columns') return { ...block, id: newId() };
  return { ...block, id: newId(), cells: block.cells.map((own) => own.map((inner) => ({ ...inner, id: newId() }))) };
}

export function replaceBlock(email: EmailDocument, next: EmailBlock): EmailDocument {
  const found = locate(email.blocks, next.id);
  if (!found || found.block === next) return email;
  return withBlocks(
    email,
    changeList(email.blocks, found.place.list, (own) => own.with(found.place.index, next)),
  );
}

/** With fewer columns, the blocks of those that go stand at the end of the last that stays. */
export function withRatio(columns: ColumnsBlock, ratio: ColumnRatio): ColumnsBlock {
  const count = ratio.split(':').length;
  const kept = Array.from({ length: count }, (_, cell) => columns.cells[cell] ?? []);
  const leftOver = columns.cells.slice(count).flat();
  return {
    ...columns,
    ratio,
    cells: kept.map((own, cell) => (cell === count - 1 ? [...own, ...leftOver] : own)),
  };
}
