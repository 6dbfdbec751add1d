import type { QrDesign } from '@waggle/contracts/qr-design';
import { frameBelow } from './frame.ts';
import { cornerModules, isCorner, type Matrix, matrixOf } from './matrix.ts';
import { around, box, type Path } from './path.ts';

/** A code as it is drawn, in modules, whatever the format: the surface, what lies on it, and the place of the logo. */
export type Drawing = {
  /** Width of the whole, with the empty edge. */
  width: number;
  /** More than the width where a frame lies below the code. */
  height: number;
  modules: number;
  background: string;
  layers: { colour: string; path: Path }[];
  logo: { x: number; y: number; width: number; png: Buffer } | null;
  /** Part of the code's modules that the logo hides. */
  hidden: number;
};

/** Modules kept free around a logo, so that its edge is not read as part of the code. */
const logoMargin = 0.5;

export function draw(text: string, design: QrDesign, logo: Buffer | null): Drawing {
  const matrix = matrixOf(text, design.correction);
  const { modules } = matrix;
  const free = logo ? clearing(modules, design.logoShare) : null;
  const isFree = (column: number, row: number) =>
    free !== null && column >= free.from && column < free.to && row >= free.from && row < free.to;
  const isDark = (column: number, row: number) => matrix.isDark(column, row) && !isFree(column, row);
  const logoWidth = modules * design.logoShare;
  const start = design.quietZone + (modules - logoWidth) / 2;
  const width = modules + 2 * design.quietZone;
  const frame = frameBelow(width, modules, design);
  return {
    width,
    height: frame.height,
    modules,
    background: design.background,
    layers: [
      { colour: design.foreground, path: dots({ ...matrix, isDark }, design) },
      { colour: design.cornerColor ?? design.foreground, path: corners(modules, design) },
      ...frame.layers,
    ],
    logo: logo && { x: start, y: start, width: logoWidth, png: logo },
    hidden: free ? (free.to - free.from) ** 2 / modules ** 2 : 0,
  };
}

/** Whole modules: half a module is neither dark nor light. */
function clearing(modules: number, share: number): { from: number; to: number } {
  const half = (modules * share) / 2 + logoMargin;
  return { from: Math.floor(modules / 2 - half), to: Math.ceil(modules / 2 + half) };
}

function dots(matrix: Matrix, design: QrDesign): Path {
  const path: Path = [];
  for (let row = 0; row < matrix.modules; row += 1) {
    for (let column = 0; column < matrix.modules; column += 1) {
      if (!matrix.isDark(column, row) || isCorner(matrix, column, row)) continue;
      path.push(...dot(matrix, { column, row }, design));
    }
  }
  return path;
}

function dot(matrix: Matrix, { column, row }: { column: number; row: number }, design: QrDesign): Path {
  const [x, y] = [column + design.quietZone, row + design.quietZone];
  const square = { x, y, width: 1, height: 1 };
  if (design.dots === 'square') return box(square);
  // Marks stay in one piece: a reader that has lost them among dots does not find the rest.
  if (design.dots === 'dots' && !matrix.isMark(column, row)) return around({ x: x + 0.5, y: y + 0.5 }, 1, 0.5);
  // A corner is round where nothing dark touches it, so that neighbours run together.
  const dark = (right: number, down: number) => matrix.isDark(column + right, row + down);
  const round = (right: number, down: number) => (dark(right, 0) || dark(0, down) ? 0 : 0.5);
  return box(square, [round(-1, -1), round(1, -1), round(1, 1), round(-1, 1)]);
}

/** Radii of the outer edge, the hole and the middle. The widths stay 7, 5 and 3: readers look for that ratio. */
const roundness = { square: [0, 0, 0], rounded: [2, 1.2, 0.9], circle: [3.5, 2.5, 1.5] } as const;

function corners(modules: number, design: QrDesign): Path {
  const [outer, hole, middle] = roundness[design.corners];
  const near = design.quietZone + cornerModules / 2;
  const far = near + modules - cornerModules;
  return [
    { x: near, y: near },
    { x: far, y: near },
    { x: near, y: far },
  ].flatMap((centre) => [
    ...around(centre, cornerModules, outer),
    ...around(centre, cornerModules - 2, hole),
    ...around(centre, cornerModules - 4, middle),
  ]);
}
