import type { QrDesign } from '@waggle/contracts/qr-design';
import { lettering, widthOfText } from './lettering.ts';
import { box, type Path } from './path.ts';

/** Parts of the code's width: the band below it, its round corners, and the empty sides of its text. */
const bandShare = 0.2;
const roundShare = 0.05;
const sideShare = 0.06;
/** Of the band's height; a long text gets smaller letters. */
const letterShare = 0.58;

type Framed = { height: number; layers: { colour: string; path: Path }[] };

/** A band below the code with a line of text in the colours of the code, beyond the empty edge, so that readers still find it. */
export function frameBelow(width: number, modules: number, design: QrDesign): Framed {
  const { frameText: text, quietZone, foreground, background } = design;
  if (text === null) return { height: width, layers: [] };
  const band = modules * bandShare;
  const round = modules * roundShare;
  const room = modules * (1 - 2 * sideShare);
  const size = Math.min(band * letterShare, room / widthOfText(text));
  return {
    height: width + band + quietZone,
    layers: [
      {
        colour: foreground,
        path: box({ x: quietZone, y: width, width: modules, height: band }, [round, round, round, round]),
      },
      { colour: background, path: lettering(text, { x: width / 2, y: width + band / 2, size }) },
    ],
  };
}
