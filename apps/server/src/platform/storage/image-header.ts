export type ImageKind = 'png' | 'jpeg' | 'gif' | 'webp';
export type ImageHeader = { kind: ImageKind; width: number; height: number };

/** By the first bytes; names and declared types can say anything. SVG is a program and is not among them. */
const signatures: Record<ImageKind, readonly { at: number; bytes: string }[]> = {
  png: [{ at: 0, bytes: '\x89PNG\r\n\x1a\n' }],
  jpeg: [{ at: 0, bytes: '\xff\xd8\xff' }],
  gif: [{ at: 0, bytes: 'GIF8' }],
  webp: [
    { at: 0, bytes: 'RIFF' },
    { at: 8, bytes: 'WEBP' },
  ],
};

export function imageKindOf(content: Uint8Array): ImageKind | null {
  const start = Buffer.from(content.subarray(0, 16)).toString('latin1');
  const kinds = Object.keys(signatures) as ImageKind[];
  return kinds.find((kind) => signatures[kind].every(({ at, bytes }) => start.startsWith(bytes, at))) ?? null;
}

type Size = { width: number; height: number };

/**
 * Kind and size as the header says them, without decoding a pixel: a few bytes can unpack to gigabytes. Null for what is
 * none of the kinds or ends before its header does.
 */
export function readImageHeader(content: Uint8Array): ImageHeader | null {
  const kind = imageKindOf(content);
  if (!kind) return null;
  try {
    const size = readers[kind](Buffer.from(content.buffer, content.byteOffset, content.byteLength));
    return size && size.width > 0 && size.height > 0 ? { kind, ...size } : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Reading behind the end throws a RangeError. */
const readers: Record<ImageKind, (content: Buffer) => Size | null> = {
  png: (content) =>
    content.toString('latin1', 12, 16) === 'IHDR'
      ? { width: content.readUInt32BE(16), height: content.readUInt32BE(20) }
      : null,
  gif: gifSize,
  jpeg: jpegSize,
  webp: webpSize,
};

function gifSize(content: Buffer): Size | null {
  if (!['GIF87a', 'GIF89a'].includes(content.toString('latin1', 0, 6))) return null;
  return { width: content.readUInt16LE(6), height: content.readUInt16LE(8) };
}

/** Segments follow each other up to the one that begins a frame (SOF). What decoders may read in another way is no picture. */
function jpegSize(content: Buffer): Size | null {
  for (let at = 2; ;) {
    if (content.readUInt8(at) !== 0xff) return null;
    const marker = content.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: content.readUInt16BE(at + 5), width: content.readUInt16BE(at + 7) };
    const length = content.readUInt16BE(at + 2);
    // Pixels before any frame, or markers without a length: a decoder goes on elsewhere than we would.
    if (length < 2 || marker < 0xc0 || (marker >= 0xd0 && marker <= 0xda)) return null;
    at += 2 + length;
  }
}

/** Lossy, lossless and extended files have their size in different places. */
function webpSize(content: Buffer): Size | null {
  const chunk = content.toString('latin1', 12, 16);
  if (chunk === 'VP8X') return { width: content.readUIntLE(24, 3) + 1, height: content.readUIntLE(27, 3) + 1 };
  if (chunk === 'VP8L') {
    if (content.readUInt8(20) !== 0x2f) return null;
    const bits = content.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk !== 'VP8 ' || content.readUIntBE(23, 3) !== 0x9d012a) return null;
  return { width: content.readUInt16LE(26) & 0x3fff, height: content.readUInt16LE(28) & 0x3fff };
}
