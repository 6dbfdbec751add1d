import type { DragPoint, DropPlace } from '#ui/drag-area.tsx';
import type { Place } from '../state/form-draft.ts';

export type Box = { top: number; bottom: number; left: number; right: number };
export type FieldDrop = DropPlace & { place: Place };

const holds = ({ top, bottom, left, right }: Box, { x, y }: DragPoint) =>
  x >= left && x <= right && y >= top && y <= bottom;

const isHalf = (box: Box, list: Box) => box.right - box.left < (list.right - list.left) * 0.75;

/** Whether the pointer is before a field: above its middle, or left of it where two stand side by side. */
function isBefore(box: Box, list: Box, { x, y }: DragPoint): boolean {
  if (y < box.top) return true;
  if (y > box.bottom) return false;
  return isHalf(box, list) ? x < (box.left + box.right) / 2 : y < (box.top + box.bottom) / 2;
}

/** Where a field would land among those of a page. */
export function dropAt(
  list: Box,
  fields: readonly Box[],
  point: DragPoint,
): Omit<FieldDrop, 'place'> & { index: number } {
  const before = fields.findIndex((box) => isBefore(box, list, point));
  const index = before === -1 ? fields.length : before;
  const next = fields[index];
  const last = fields.at(-1);
  const isBeside = next !== undefined && isHalf(next, list) && point.y >= next.top && point.y <= next.bottom;
  if (isBeside)
    return { index, line: { top: next.top, left: next.left - 6, width: 3, height: next.bottom - next.top } };
  const top = next ? next.top - 6 : last ? last.bottom + 6 : (list.top + list.bottom) / 2;
  return { index, line: { top, left: list.left, width: list.right - list.left } };
}

/** The fields of the page on the canvas, or the tab of another page. */
export function findFieldDrop(root: HTMLElement, page: number, point: DragPoint): FieldDrop | null {
  for (const tab of root.querySelectorAll<HTMLElement>('[data-page-tab]')) {
    const box = tab.getBoundingClientRect();
    if (!holds(box, point)) continue;
    const line = { top: box.bottom - 2, left: box.left, width: box.width };
    return { place: { page: Number(tab.dataset['pageTab']), index: Number.MAX_SAFE_INTEGER }, line };
  }
  const list = root.querySelector<HTMLElement>('[data-drop-list]')?.getBoundingClientRect();
  const card = root.querySelector<HTMLElement>('[data-form-card]')?.getBoundingClientRect();
  if (!list || !card || !holds(card, point)) return null;
  const fields = [...root.querySelectorAll<HTMLElement>('[data-drop-list] > [data-field]')];
  const { index, line } = dropAt(
    list,
    fields.map((field) => field.getBoundingClientRect()),
    point,
  );
  return { place: { page, index }, line };
}

/** Where an option of the selected field would land. */
export function findOptionDrop(root: HTMLElement, point: DragPoint): FieldDrop | null {
  const element = root.querySelector<HTMLElement>('[data-option-list]');
  const list = element?.getBoundingClientRect();
  if (!element || !list || !holds(list, point)) return null;
  const boxes = [...element.children].map((child) => child.getBoundingClientRect());
  const { index, line } = dropAt(list, boxes, point);
  return { place: { page: 0, index }, line };
}
