import type { imageFormats } from '@waggle/contracts/qr-codes';
import type { Drawing } from './drawing.ts';
import { toPdf } from './pdf.ts';
import { toPng } from './png.ts';
import { toSvg } from './svg.ts';

export type Format = (typeof imageFormats)[number];

const makers: Record<Format, (drawing: Drawing, pixels: number) => Promise<string | Buffer>> = {
  png: toPng,
  svg: async (drawing, pixels) => toSvg(drawing, pixels),
  pdf: toPdf,
};

export const imageOf = (drawing: Drawing, { format, pixels }: { format: Format; pixels: number }) =>
  makers[format](drawing, pixels);
