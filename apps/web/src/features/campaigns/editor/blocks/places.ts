import type { ColumnsBlock, EmailBlock, EmailBlockKind } from '@waggle/contracts/email-document';

/** A list that holds blocks: the email itself, or one column of a columns block. */
export type ListOf = { columnsId: string; cell: number } | 'email';
/** Between two blocks of a list: before the one that has this index now. */
export type Place = { list: ListOf; index: number };

export type Located = { block: EmailBlock; place: Place };

export function locate(blocks: readonly EmailBlock[], id: string): Located | undefined {
  for (const [index, block] of blocks.entries()) {
    if (block.id === id) return { block, place: { list: 'email', index } };
    const inside = block.kind === 'columns' ? inColumns(block, id) : undefined;
    if (inside) return inside;
  }
  return undefined;
}

function inColumns({ id: columnsId, cells }: ColumnsBlock, id: string): Located | undefined {
  for (const [cell, own] of cells.entries()) {
    const index = own.findIndex((block) => block.id === id);
    const block = own[index];
    if (block) return { block, place: { list: { columnsId, cell }, index } };
  }
  return undefined;
}

export const blocksOf = (blocks: readonly EmailBlock[], list: ListOf): readonly EmailBlock[] => {
  if (list === 'email') return blocks;
  const columns = blocks.find(({ id }) => id === list.columnsId);
  return columns?.kind === 'columns' ? (columns.cells[list.cell] ?? []) : [];
};

/** Columns stand in no column: few email apps could show it. */
export const mayStand = (kind: EmailBlockKind, list: ListOf): boolean => kind !== 'columns' || list === 'email';

/** Everywhere a block of this kind may stand, in reading order. */
export const placesFor = (blocks: readonly EmailBlock[], kind: EmailBlockKind): Place[] => [
  ...blocks.flatMap((block, index): Place[] => [
    { list: 'email', index },
    ...(block.kind === 'columns' && kind !== 'columns' ? placesIn(block) : []),
  ]),
  { list: 'email', index: blocks.length },
];

const placesIn = ({ id: columnsId, cells }: ColumnsBlock): Place[] =>
  cells.flatMap((own, cell) =>
    Array.from({ length: own.length + 1 }, (_, index) => ({ list: { columnsId, cell }, index })),
  );

export const isSamePlace = (one: Place, other: Place): boolean =>
  one.index === other.index && isSameList(one.list, other.list);

export const isSameList = (one: ListOf, other: ListOf): boolean =>
  one === 'email' || other === 'email' ? one === other : one.columnsId === other.columnsId && one.cell === other.cell;
