import { crc32, deflateSync } from 'node:zlib';
import { create } from 'qrcode';

/** Modules of white around a code, which readers need. */
const quietZone = 4;

/** A code in black on white, exactly so many pixels wide: 1 bit for each, because there is nothing between. */
export function qrPng(text: string, pixels: number): Buffer {
  const { modules, scale } = fitted(text, pixels);
  const edge = Math.floor((pixels - modules.size * scale) / 2);
  const rowBytes = 1 + Math.ceil(pixels / 8);
  const rows = Buffer.alloc(rowBytes * pixels, 0xff);
  for (let y = 0; y < pixels; y += 1) {
    // Each row begins with how it is filtered: not at all.
    rows[y * rowBytes] = 0;
    const row = Math.floor((y - edge) / scale);
    if (row < 0 || row >= modules.size) continue;
    for (let x = edge; x < edge + modules.size * scale; x += 1) {
      if (modules.get(row, Math.floor((x - edge) / scale)) === 0) continue;
      const at = y * rowBytes + 1 + (x >> 3);
      rows[at] = rows[at]! & ~(0x80 >> (x & 7));
    }
  }
  const size = Buffer.alloc(13);
  size.writeUInt32BE(pixels, 0);
  size.writeUInt32BE(pixels, 4);
  // One bit of grey for each pixel, no palette, no interlacing.
  size[8] = 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** With less correction where the modules would otherwise be one pixel. */
function fitted(text: string, pixels: number) {
  for (const errorCorrectionLevel of ['M', 'L'] as const) {
    const { modules } = create(text, { errorCorrectionLevel });
    const scale = Math.floor(pixels / (modules.size + quietZone * 2));
    if (scale > 1 || errorCorrectionLevel === 'L') return { modules, scale: Math.max(scale, 1) };
  }
  throw new Error('One of the levels fits.');
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
