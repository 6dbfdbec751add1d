import { create } from 'qrcode';
import type { QrDesign } from '@waggle/contracts/qr-design';

/** The dark and light squares of a code, without the empty edge around it. */
export type Matrix = {
  modules: number;
  isDark(column: number, row: number): boolean;
  /** Part of what readers find their way by, and not of the text. */
  isMark(column: number, row: number): boolean;
};

export function matrixOf(text: string, correction: QrDesign['correction']): Matrix {
  const { modules } = create(text, { errorCorrectionLevel: correction });
  const { size } = modules;
  const inside = (at: number) => at >= 0 && at < size;
  return {
    modules: size,
    isDark: (column, row) => inside(column) && inside(row) && modules.get(row, column) === 1,
    isMark: (column, row) => modules.isReserved(row, column) === 1,
  };
}

/** Modules along one side of each of the three large corners. */
export const cornerModules = 7;

export function isCorner({ modules }: Pick<Matrix, 'modules'>, column: number, row: number): boolean {
  const [left, top] = [column < cornerModules, row < cornerModules];
  const [right, bottom] = [column >= modules - cornerModules, row >= modules - cornerModules];
  return (left && top) || (right && top) || (left && bottom);
}
