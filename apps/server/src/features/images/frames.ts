const extension = 0x21;
const picture = 0x2c;
const trailer = 0x3b;

/**
 * Frames of a GIF, by walking over its blocks: nothing is unpacked. 0 for one that ends too early or has a block no decoder
 * knows.
 */
export function countGifFrames(content: Buffer): number {
  try {
    return walkGif(content);
  } catch (error) {
    if (error instanceof RangeError) return 0;
    throw error;
  }
}

/** Reading behind the end throws a RangeError. */
function walkGif(content: Buffer): number {
  let at = 13 + colorTableBytes(content.readUInt8(10));
  let frames = 0;
  // Many programs forget the byte that ends it.
  while (at < content.length && content.readUInt8(at) !== trailer) {
    const kind = content.readUInt8(at);
    if (kind === picture && fitsCanvas(content, at)) {
      frames += 1;
      at = behindBlocks(content, at + 11 + colorTableBytes(content.readUInt8(at + 9)));
    } else if (kind === extension) at = behindBlocks(content, at + 2);
    else return 0;
  }
  return frames;
}

/** Of the byte that says whether there is one, and how many colors it has. */
const colorTableBytes = (packed: number): number => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);

/** A frame beyond the canvas would make decoders draw more than the header says. */
const fitsCanvas = (content: Buffer, at: number): boolean =>
  content.readUInt16LE(at + 1) + content.readUInt16LE(at + 5) <= content.readUInt16LE(6) &&
  content.readUInt16LE(at + 3) + content.readUInt16LE(at + 7) <= content.readUInt16LE(8);

function behindBlocks(content: Buffer, from: number): number {
  let at = from;
  for (;;) {
    const length = content.readUInt8(at);
    at += 1 + length;
    if (length === 0) return at;
  }
}

/** The marker that begins a scan cannot stand among pixels, where every 0xff is followed by 0 or a restart. */
const scanMarker = Buffer.from([0xff, 0xda]);

/** Scans of a JPEG, counted no further than `most`. */
export function countJpegScans(content: Buffer, most: number): number {
  let scans = 0;
  for (let at = content.indexOf(scanMarker); at >= 0 && scans < most; at = content.indexOf(scanMarker, at + 2))
    scans += 1;
  return scans;
}

/** The second bit of the flags of an extended file. */
export const isMovingWebp = (content: Buffer): boolean =>
  content.toString('latin1', 12, 16) === 'VP8X' && (content[20]! & 0x02) !== 0;
