import { createSocket, type RemoteInfo } from 'node:dgram';
import { ipBytes } from '@waggle/contracts/private-networks';

/** What one name answers: texts (each may be cut into pieces by the asker's rules), mail servers, or trouble. */
export type Zone = {
  txt?: (string | string[])[];
  mx?: string[];
  /** Another name this one stands for. */
  cname?: string;
  /** IPv4 and IPv6 addresses; a function is asked each time, as a server that changes its mind. */
  a?: string[] | (() => string[]);
  aaaa?: string[];
  /** `silent` never answers, as a dead server. */
  trouble?: 'servfail' | 'refused' | 'silent';
  /** Milliseconds until the answer comes. */
  delayMs?: number;
};

export type DnsServer = {
  address: string;
  /** Names in lower case. A name that is not here does not exist. */
  zones: Map<string, Zone>;
  asked: string[];
  close(): Promise<void>;
};

const types = { A: 1, CNAME: 5, MX: 15, TXT: 16, AAAA: 28 } as const;
const codes = { ok: 0, servfail: 2, absent: 3, refused: 5 } as const;

/** A real DNS server over UDP for what a check of domains asks. */
export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const zones = new Map<string, Zone>();
  const asked: string[] = [];
  const late = new Set<NodeJS.Timeout>();
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    const { name, type, end } = questionOf(query);
    asked.push(name);
    const zone = zones.get(name);
    if (zone?.trouble === 'silent') return;
    const answer = () => socket.send(answerTo(query, end, type, zone), from.port, from.address);
    if (!zone?.delayMs) return answer();
    const timer = setTimeout(() => {
      late.delete(timer);
      answer();
    }, zone.delayMs);
    late.add(timer);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  return {
    address: `127.0.0.1:${port}`,
    zones,
    asked,
    close: () => {
      for (const timer of late) clearTimeout(timer);
      return new Promise((resolve) => socket.close(() => resolve()));
    },
  };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(query: Buffer, end: number, type: number, zone: Zone | undefined): Buffer {
  const records = zone && !zone.trouble ? recordsOf(zone, type) : [];
  const code = zone?.trouble === 'silent' || !zone ? codes.absent : codes[zone.trouble ?? 'ok'];
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x81_80 | code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  const answers = records.map((data) => {
    const frame = Buffer.alloc(12);
    // A pointer to the name in the question.
    frame.writeUInt16BE(0xc0_0c, 0);
    frame.writeUInt16BE(type, 2);
    frame.writeUInt16BE(1, 4);
    frame.writeUInt32BE(1, 6);
    frame.writeUInt16BE(data.length, 10);
    return Buffer.concat([frame, data]);
  });
  return Buffer.concat([head, query.subarray(12, end), ...answers]);
}

function recordsOf({ txt = [], mx = [], cname, a = [], aaaa = [] }: Zone, type: number): Buffer[] {
  if (type === types.CNAME) return cname === undefined ? [] : [nameData(cname)];
  if (type === types.A) return (typeof a === 'function' ? a() : a).map((text) => Buffer.from(ipBytes(text) ?? []));
  if (type === types.AAAA) return aaaa.map((text) => Buffer.from(ipBytes(text) ?? []));
  if (type === types.TXT) return txt.map((text) => textData(typeof text === 'string' ? piecesOf(text) : text));
  if (type === types.MX) return mx.map((host) => Buffer.concat([Buffer.of(0, 10), nameData(host)]));
  return [];
}

/** DNS holds at most 255 bytes in one piece. */
const piecesOf = (text: string): string[] => text.match(/.{1,255}/gs) ?? [''];

const textData = (pieces: string[]): Buffer =>
  Buffer.concat(pieces.flatMap((piece) => [Buffer.of(Buffer.byteLength(piece)), Buffer.from(piece)]));

const nameData = (host: string): Buffer =>
  Buffer.concat([...host.split('.').flatMap((label) => [Buffer.of(label.length), Buffer.from(label)]), Buffer.of(0)]);
