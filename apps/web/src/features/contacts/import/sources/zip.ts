import { WrongFile } from './wrong-file.ts';

/** What a spreadsheet is packed in; nothing of it is trusted. */
export const zipLimits = { packedBytes: 50 * 1024 * 1024, unpackedBytes: 100 * 1024 * 1024, entries: 10_000 } as const;

type Entry = { method: number; bytes: number; at: number };
export type Zip = { has: (name: string) => boolean; text: (name: string) => Promise<string> };

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;
const endBytes = 22;
const longestComment = 65_535;
const stored = 0;
const deflated = 8;

/** Opens the list of contents; what is unpacked of it counts together against the limit, whatever the list says of its size. */
export async function openZip(file: Blob): Promise<Zip> {
  if (file.size > zipLimits.packedBytes) throw new WrongFile('bulky');
  const bytes = await file.arrayBuffer();
  const view = new DataView(bytes);
  const entries = readEntries(view);
  let left: number = zipLimits.unpackedBytes;

  const text = async (name: string): Promise<string> => {
    const entry = entries.get(name);
    if (!entry) throw new WrongFile('foreign');
    const decoder = new TextDecoder();
    const pieces: string[] = [];
    for await (const chunk of unpacked(packedPart(view, entry), entry.method)) {
      left -= chunk.length;
      if (left < 0) throw new WrongFile('bulky');
      pieces.push(decoder.decode(chunk, { stream: true }));
    }
    return pieces.join('') + decoder.decode();
  };
  return { has: (name) => entries.has(name), text };
}

function readEntries(view: DataView): Map<string, Entry> {
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > zipLimits.entries) throw new WrongFile('bulky');
  const entries = new Map<string, Entry>();
  let at = view.getUint32(end + 16, true);
  for (let entry = 0; entry < count; entry += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== entryMark) throw new WrongFile('foreign');
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const isSecret = (view.getUint16(at + 8, true) & 1) === 1;
    const name = new TextDecoder().decode(sliceOf(view, at + 46, nameBytes));
    if (!isSecret)
      entries.set(name, {
        method: view.getUint16(at + 10, true),
        bytes: view.getUint32(at + 20, true),
        at: view.getUint32(at + 42, true),
      });
    at += 46 + nameBytes + extraBytes + commentBytes;
  }
  return entries;
}

/** Stands at the end of the file, behind it at most a comment. */
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - endBytes - longestComment);
  for (let at = view.byteLength - endBytes; at >= first; at -= 1) if (view.getUint32(at, true) === endMark) return at;
  throw new WrongFile('foreign');
}

function packedPart(view: DataView, { at, bytes }: Entry): Uint8Array<ArrayBuffer> {
  if (at + 30 > view.byteLength || view.getUint32(at, true) !== localMark) throw new WrongFile('foreign');
  return sliceOf(view, at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true), bytes);
}

function sliceOf(view: DataView, at: number, bytes: number): Uint8Array<ArrayBuffer> {
  if (at + bytes > view.byteLength) throw new WrongFile('foreign');
  return new Uint8Array(view.buffer as ArrayBuffer, at, bytes);
}

async function* unpacked(packed: Uint8Array<ArrayBuffer>, method: number): AsyncGenerator<Uint8Array> {
  if (method === stored) {
    yield packed;
    return;
  }
  if (method !== deflated) throw new WrongFile('foreign');
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => {
        throw new WrongFile('foreign');
      });
      if (done) return;
      yield value;
    }
  } finally {
    // Whoever stops early, at the limit, wants no more of it.
    await reader.cancel().catch(() => undefined);
  }
}
