import type { EmailBlockKind } from '@waggle/contracts/email-document';
import { mayStand, type ListOf, type Place } from '../blocks/places.ts';

export type Box = { top: number; bottom: number; left: number; right: number };
/** A list on the screen and the blocks in it, from top to bottom. */
export type DropList = { list: ListOf; box: Box; blocks: readonly Box[] };
export type Drop = { place: Place; line: { top: number; left: number; width: number }; isRefused: boolean };

const holds = ({ top, bottom, left, right }: Box, x: number, y: number) =>
  x >= left && x <= right && y >= top && y <= bottom;

/** Where a block would land: before the first block whose middle is below the pointer. */
export function dropAt(
  lists: readonly DropList[],
  kind: EmailBlockKind,
  { x, y }: { x: number; y: number },
): Drop | null {
  // Columns come after the email they stand in, so the last that holds the pointer is the innermost.
  const target = lists.findLast(({ box }) => holds(box, x, y));
  if (!target) return null;
  const { list, box, blocks } = target;
  const before = blocks.findIndex((block) => (block.top + block.bottom) / 2 > y);
  const index = before === -1 ? blocks.length : before;
  const top = blocks[index]?.top ?? blocks.at(-1)?.bottom ?? (box.top + box.bottom) / 2;
  return {
    place: { list, index },
    line: { top, left: box.left, width: box.right - box.left },
    isRefused: !mayStand(kind, list),
  };
}

/** The lists as they stand on the screen now. */
export const listsIn = (canvas: HTMLElement): DropList[] =>
  [...canvas.querySelectorAll<HTMLElement>('[data-drop-list]')].map((element) => {
    const { columns, cell } = element.dataset;
    return {
      list: columns === undefined ? 'email' : { columnsId: columns, cell: Number(cell) },
      box: element.getBoundingClientRect(),
      blocks: [...element.querySelectorAll(':scope > [data-block]')].map((block) => block.getBoundingClientRect()),
    };
  });
