/** Private, local and reserved networks: a link or a connection there leads into somebody's own network. */
const privateIpv4: readonly (readonly [network: readonly number[], bits: number])[] = [
  [[0, 0, 0, 0], 8],
  [[10, 0, 0, 0], 8],
  [[100, 64, 0, 0], 10],
  [[127, 0, 0, 0], 8],
  [[169, 254, 0, 0], 16],
  [[172, 16, 0, 0], 12],
  [[192, 0, 0, 0], 24],
  [[192, 0, 2, 0], 24],
  [[192, 88, 99, 0], 24],
  [[192, 168, 0, 0], 16],
  [[198, 18, 0, 0], 15],
  [[198, 51, 100, 0], 24],
  [[203, 0, 113, 0], 24],
  [[224, 0, 0, 0], 3],
];

/** 4 bytes of IPv4 or 16 of IPv6. Global unicast alone is public; what carries an IPv4 address inside is as public as that. */
export function isPublicIp(bytes: readonly number[]): boolean {
  if (bytes.length === 4) return !isPrivateIpv4(bytes);
  if (bytes.length !== 16) return false;
  const inside = ipv4Inside(bytes);
  if (inside !== null && isPrivateIpv4(inside)) return false;
  const [first, second] = [group(bytes, 0), group(bytes, 1)];
  // 64:ff9b::/96 carries anybody's IPv4; 64:ff9b:1::/48 is for use inside a network.
  if (first === 0x64 && second === 0xff9b) return bytes.slice(4, 12).every((byte) => byte === 0);
  return first >= 0x2000 && first < 0x4000 && !isReserved(first, second);
}

/** The bytes of an address as DNS or a socket writes it, or null. A zone such as %eth0 is left out. */
export function ipBytes(text: string): number[] | null {
  const [address = ''] = text.split('%');
  return address.includes(':') ? ipv6Bytes(address) : ipv4Bytes(address);
}

function ipv4Bytes(text: string): number[] | null {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return null;
  const bytes = text.split('.').map(Number);
  return bytes.every((byte) => byte < 256) ? bytes : null;
}

/** The last two groups may be written as an IPv4 address, and one run of zeros left out. */
function ipv6Bytes(text: string): number[] | null {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const tail = dotted ? ipv4Bytes(dotted[2]!) : [];
  if (tail === null) return null;
  const written = dotted ? `${dotted[1]}${hex(tail, 0)}:${hex(tail, 2)}` : text;
  const halves = written.split('::');
  if (halves.length > 2) return null;
  const [before = [], after = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - before.length - after.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  if (!groups.every((digits) => /^[0-9a-f]{1,4}$/i.test(digits))) return null;
  return groups.flatMap((digits) => [Number.parseInt(digits, 16) >> 8, Number.parseInt(digits, 16) & 255]);
}

const hex = (bytes: readonly number[], at: number): string => (bytes[at]! * 256 + bytes[at + 1]!).toString(16);

const toNumber = (bytes: readonly number[]): number => bytes.reduce((number, byte) => number * 256 + byte, 0);

const isPrivateIpv4 = (bytes: readonly number[]): boolean =>
  privateIpv4.some(([network, bits]) => Math.floor((toNumber(bytes) - toNumber(network)) / 2 ** (32 - bits)) === 0);

const group = (bytes: readonly number[], at: number): number => bytes[at * 2]! * 256 + bytes[at * 2 + 1]!;

/** Of NAT64, of 6to4, or of an interface named after its IPv4 address (ISATAP). */
function ipv4Inside(bytes: readonly number[]): readonly number[] | null {
  if (group(bytes, 0) === 0x2002) return bytes.slice(2, 6);
  return group(bytes, 0) === 0x64 || group(bytes, 5) === 0x5efe ? bytes.slice(12) : null;
}

/** 2001::/23 is for protocols (Teredo among them), 2001:db8::/32 and 3fff::/20 are for books. */
const isReserved = (first: number, second: number): boolean =>
  (first === 0x2001 && (second < 0x200 || second === 0xdb8)) || (first === 0x3fff && second < 0x1000);
