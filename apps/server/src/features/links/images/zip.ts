import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = { name: string; content: Uint8Array };

type Written = { head: Buffer; start: number };

/** Names are UTF-8. */
const utf8 = 0x0800;
const version = 20;

/** One file after the other, each in memory alone; the list of them comes last. Far below the 4 GB that need another format. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>, now: Date): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let length = 0;
  for await (const { name, content } of entries) {
    const { packed, head } = packedEntry(name, content, now);
    written.push({ head, start: length });
    const local = Buffer.concat([signature(0x04034b50), head, packed]);
    length += local.length;
    yield local;
  }
  const list = Buffer.concat(written.map(listed));
  yield Buffer.concat([list, end(written.length, list.length, length)]);
}

/** The part that the file and the list share: from the version to the name. */
function packedEntry(name: string, content: Uint8Array, now: Date): { packed: Uint8Array; head: Buffer } {
  const deflated = deflateRawSync(content);
  // Pictures are compressed already.
  const isSmaller = deflated.length < content.length;
  const packed = isSmaller ? deflated : content;
  const encoded = Buffer.from(name, 'utf8');
  const head = Buffer.alloc(26);
  head.writeUInt16LE(version, 0);
  head.writeUInt16LE(utf8, 2);
  head.writeUInt16LE(isSmaller ? 8 : 0, 4);
  head.writeUInt16LE((now.getUTCHours() << 11) | (now.getUTCMinutes() << 5) | (now.getUTCSeconds() >> 1), 6);
  head.writeUInt16LE(((now.getUTCFullYear() - 1980) << 9) | ((now.getUTCMonth() + 1) << 5) | now.getUTCDate(), 8);
  head.writeUInt32LE(crc32(content), 10);
  head.writeUInt32LE(packed.length, 14);
  head.writeUInt32LE(content.length, 18);
  head.writeUInt16LE(encoded.length, 22);
  return { packed, head: Buffer.concat([head, encoded]) };
}

function listed({ head, start }: Written): Buffer {
  const made = Buffer.alloc(2);
  made.writeUInt16LE(version);
  const place = Buffer.alloc(14);
  place.writeUInt32LE(start, 10);
  return Buffer.concat([signature(0x02014b50), made, head.subarray(0, 26), place, head.subarray(26)]);
}

function end(count: number, bytes: number, start: number): Buffer {
  const tail = Buffer.alloc(18);
  tail.writeUInt16LE(count, 4);
  tail.writeUInt16LE(count, 6);
  tail.writeUInt32LE(bytes, 8);
  tail.writeUInt32LE(start, 12);
  return Buffer.concat([signature(0x06054b50), tail]);
}

function signature(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}
