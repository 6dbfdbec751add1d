import { crc32, inflateRawSync } from 'node:zlib';

/** Read by its list at the end, as unpackers do; a sum that does not fit fails. */
export function filesInZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, sum, packed, nameLength] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const start = zip.readUInt32LE(at + 42);
    const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const bytes = zip.subarray(from, from + packed);
    const content = method === 8 ? inflateRawSync(bytes) : Buffer.from(bytes);
    if (crc32(content) !== sum) throw new Error(`The sum of ${name} does not fit.`);
    files.set(name, content);
    at += 46 + nameLength;
  }
  return files;
}
