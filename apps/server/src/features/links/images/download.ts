import type { FileBody } from '@waggle/contracts/endpoint';
import type { imageFormats } from '@waggle/contracts/qr-codes';
import type { QrDesign } from '@waggle/contracts/qr-design';
import { type Drawing, draw } from './drawing.ts';
import { toPdf } from './pdf.ts';
import { toPng } from './png.ts';
import { toSvg } from './svg.ts';

type Format = (typeof imageFormats)[number];
type Make = (drawing: Drawing, pixels: number) => Promise<string | Buffer>;

const makers: Record<Format, { type: FileBody['type']; make: Make }> = {
  png: { type: 'image/png', make: toPng },
  svg: { type: 'image/svg+xml', make: async (drawing, pixels) => toSvg(drawing, pixels) },
  pdf: { type: 'application/pdf', make: toPdf },
};

type Code = { name: string; design: QrDesign; text: string; logo: Buffer | null };

export async function imageFile(code: Code, { format, size }: { format: Format; size: number }): Promise<FileBody> {
  const { type, make } = makers[format];
  const content = await make(draw(code.text, code.design, code.logo), size);
  return { name: `${fileName(code.name)}_qr_code.${format}`, type, content: one(content) };
}

/** Signs that no folder takes, on any system, become a line. */
const fileName = (name: string): string => name.replaceAll(/[\\/:*?"<>|]/g, '_');

async function* one(content: string | Buffer): AsyncGenerator<string | Buffer> {
  yield content;
}
