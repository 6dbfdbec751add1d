import type { Readability } from '@waggle/contracts/qr-design';
import type { Drawing } from '../images/drawing.ts';

type Printed = Pick<Drawing, 'modules' | 'width'>;

/** A code of 25 modules is read from ten times its width; a denser one must be wider in proportion. */
const distancePerWidth = 10;
const modulesOfRule = 25;
/** Millimetres: below this, 300 dots an inch have fewer than four dots a module, and ink runs into its neighbours. */
const smallestModule = 0.33;
/** A phone in a bent arm, a poster, a shop window, the other side of a street. */
const distancesCm = [25, 50, 100, 200, 500, 1_000];

/** Width of the whole picture, its empty edge included, because that is what people measure. */
function widthMm({ modules, width }: Printed, distanceCm: number): number {
  const byDistance = ((distanceCm * 10) / distancePerWidth) * Math.max(1, modules / modulesOfRule);
  return Math.ceil(Math.max(byDistance, modules * smallestModule) * (width / modules));
}

export const smallestPrintMm = (drawing: Printed): number => widthMm(drawing, distancesCm[0]!);

export const printSizes = (drawing: Printed): Readability['printSizes'] =>
  distancesCm.map((distanceCm) => ({ distanceCm, widthMm: widthMm(drawing, distanceCm) }));
