import sharp, { type Sharp } from 'sharp';
import type { Drawing } from '../images/drawing.ts';
import { raster } from '../images/png.ts';
import type { Raster } from './decode.ts';

/** Pixels a module of the picture as it is made. */
const goodPixels = 8;
/** The same for a phone held as far away as reading goes, its lens not quite sharp (pixels), in poor light (grey levels). */
const decodeStress = { pixels: 3, blur: 0.8, noise: 10 };
/** What surrounds the code on paper, in modules: dark, so that an empty edge that is too thin shows. */
const surroundings = 3;

export const asMade = (drawing: Drawing): Promise<Raster> => grey(raster(drawing, drawing.width * goodPixels));

/** The same code as a phone may see it: small, dim, blurred and grainy, on a dark table. */
export async function asSeenAtWorst(drawing: Drawing): Promise<Raster> {
  const edge = surroundings * decodeStress.pixels;
  const small = await raster(drawing, drawing.width * decodeStress.pixels)
    .extend({ top: edge, bottom: edge, left: edge, right: edge, background: '#202020' })
    .png()
    .toBuffer();
  const { pixels, width } = await grey(sharp(small).blur(decodeStress.blur));
  const random = sequence();
  return { width, pixels: pixels.map((level) => clamp(level + (random() - 0.5) * 2 * decodeStress.noise)) as Buffer };
}

async function grey(picture: Sharp): Promise<Raster> {
  const { data, info } = await picture.flatten().greyscale().raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width };
}

const clamp = (level: number): number => Math.max(0, Math.min(255, Math.round(level)));

/** The same grain for every code, so that a design that passed passes again. A linear congruence is random enough for it. */
function sequence(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
