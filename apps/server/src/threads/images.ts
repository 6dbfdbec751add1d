import { deflateSync } from 'node:zlib';
import { type Format, imageOf } from '../features/links/images/formats.ts';
import { draw } from '../features/links/images/drawing.ts';
import type { DrawnCode, PdfForm } from '../features/links/images/in-thread.ts';
import { redraw } from '../features/links/images/redraw.ts';
import { contentOf, logoPixels } from '../features/links/images/pdf.ts';
import { toSvg } from '../features/links/images/svg.ts';
import { measure } from '../features/links/readability/readability.ts';
import { serveTasks } from '../platform/threads/serve-tasks.ts';

const drawingOf = ({ text, design, logo }: DrawnCode) => draw(text, design, logo && Buffer.from(logo));

serveTasks({
  redraw,
  form(code: DrawnCode): PdfForm {
    const drawing = drawingOf(code);
    return { width: drawing.width, height: drawing.height, packed: deflateSync(contentOf(drawing, 1)) };
  },
  'logo-pixels': (png: Uint8Array) => logoPixels(Buffer.from(png)),
  async preview(code: DrawnCode & { pixels: number }) {
    const drawing = drawingOf(code);
    return { svg: toSvg(drawing, code.pixels), readability: await measure(drawing, code.design, code.text) };
  },
  image: (code: DrawnCode & { format: Format; pixels: number }) => imageOf(drawingOf(code), code),
});
