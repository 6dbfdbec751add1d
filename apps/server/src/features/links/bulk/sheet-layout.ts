import type { papers } from '@waggle/contracts/qr-bulk';
import { canLetter, lettering, widthOfText } from '../images/lettering.ts';
import { operators, rounded } from '../images/pdf.ts';

/** Points of 1/72 inch, upright. */
const paperSizes: Record<(typeof papers)[number], { width: number; height: number }> = {
  a4: { width: 595.28, height: 841.89 },
  letter: { width: 612, height: 792 },
};
/** Printers leave a quarter of an inch white; half an inch is safe on every one. */
const margin = 36;
const padding = 6;
const nameHeight = 14;
const letters = { largest: 9, smallest: 6 };

export type Sheet = { columns: number; rows: number; names: boolean };
type Asked = Sheet & { paper: (typeof papers)[number] };
type Layout = ReturnType<typeof layoutOf>;

export function layoutOf({ paper, columns, rows, names }: Asked) {
  const { width, height } = paperSizes[paper];
  return {
    width,
    height,
    columns,
    perPage: columns * rows,
    cell: { width: (width - 2 * margin) / columns, height: (height - 2 * margin) / rows },
    below: names ? nameHeight : 0,
  };
}

type Placed = { x: number; y: number; scale: number; name: { x: number; y: number; room: number } };

/** The middle of its cell, as large as fits, from the top left of the page; the page's own y grows upwards. */
export function placeOnSheet(layout: Layout, at: number, form: { width: number; height: number }): Placed {
  const { cell, columns, below, height } = layout;
  const [column, row] = [at % columns, Math.floor(at / columns)];
  const room = { width: cell.width - 2 * padding, height: cell.height - 2 * padding - below };
  const scale = Math.min(room.width / form.width, room.height / form.height);
  const middle = margin + (column + 0.5) * cell.width;
  const top = margin + row * cell.height + padding + (room.height - form.height * scale) / 2;
  const bottom = top + form.height * scale;
  return {
    x: middle - (form.width * scale) / 2,
    y: height - bottom,
    scale,
    name: { x: middle, y: height - bottom - below / 2, room: room.width },
  };
}

/** The code, and its name in the middle below it; the short code where letters of the name cannot be drawn. */
export function contentOfCell(
  { x, y, scale, name: place }: Placed,
  form: string,
  code: { name: string; shortCode: string; text: string } | null,
): string {
  const placed = `q ${rounded(scale)} 0 0 ${rounded(scale)} ${rounded(x)} ${rounded(y)} cm /${form} Do Q`;
  if (code === null) return placed;
  const name = code.name.normalize('NFC');
  const { text, size } = fitted(canLetter(name) ? name : code.shortCode, place.room);
  const path = lettering(text, { x: place.x, y: 0, size });
  return `${placed}\nq 0.1 g 1 0 0 -1 0 ${rounded(place.y)} cm ${operators(path)} f Q`;
}

/** Smaller letters for a long name, and its beginning where even those do not fit. */
function fitted(text: string, room: number): { text: string; size: number } {
  const size = Math.min(letters.largest, room / Math.max(widthOfText(text), 0.01));
  if (size >= letters.smallest) return { text, size };
  const most = Array.from(text);
  while (most.length > 1 && widthOfText(`${most.join('')}…`) * letters.smallest > room) most.pop();
  return { text: `${most.join('').trimEnd()}…`, size: letters.smallest };
}
