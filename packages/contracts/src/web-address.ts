import { z } from 'zod';

/** What fits into a code that can still be scanned, and more than any browser's address bar shows. */
export const maxAddressLength = 2_048;

/** Ports no browser opens, because they speak another language than HTTP; a code with one could never work. */
const closedPorts = new Set(
  (
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 ' +
    '137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 ' +
    '1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'
  ).split(' '),
);

/** Browsers and Node have the same; contracts are typed for neither. */
declare const URL: {
  parse(text: string): Record<'href' | 'protocol' | 'username' | 'password' | 'hostname' | 'port', string> | null;
};

/** Networks of a house, a machine or nobody: a link there leads a visitor into their own network. */
const privateIpv4: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** Ends of names that only mean something inside a house or a machine, or nothing anywhere. */
const privateNames =
  /(^|\.)(localhost|local|localdomain|internal|intranet|private|lan|home|corp|svc|arpa|alt|test|invalid|onion)$/;
/** Public names that lead to whatever address is written in front of them, or always to the visitor's own machine. */
const mirrorNames =
  /(^|\.)(nip\.io|sslip\.io|xip\.io|traefik\.me|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|local\.gd)$/;

/** As people write it: the scheme, two slashes, a host without a name or password in front of it, no sign a browser drops. */
const written = /^https?:\/\/[^/\\?#@]+(?=$|[/?#])[^\\?#]*(?=$|[?#])/i;
const unseen = /[\p{Cc}\p{Cs}\u2028\u2029\uFEFF]|%00/u;

/**
 * The address people are sent to, as browsers write it, or null when nobody may be sent there: http and https only, no
 * name or password inside, no private network in any spelling, no port browsers refuse.
 */
export function publicAddress(text: string): string | null {
  if (text.length > maxAddressLength || unseen.test(text) || !written.test(text)) return null;
  const url = URL.parse(text);
  if (!url || url.href.length > maxAddressLength) return null;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.username !== '' || url.password !== '' || closedPorts.has(url.port)) return null;
  return isPublicHost(url.hostname) ? url.href : null;
}

/** `hostname` as the URL parser wrote it: every spelling of an IPv4 address is four numbers by then. */
function isPublicHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return isPublicIpv6(hostname.slice(1, -1));
  const name = hostname.replace(/\.$/, '');
  const ipv4 = toNumber(name);
  if (ipv4 !== null) return !isPrivateIpv4(ipv4);
  return isName(name) && !privateNames.test(name) && !mirrorNames.test(name);
}

/** Two labels at least, none empty or longer than 63, and the last one not a number. */
function isName(name: string): boolean {
  const labels = name.split('.');
  const areLabels = labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
  return (
    areLabels && labels.length > 1 && name.length <= 253 && /^(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/.test(labels.at(-1)!)
  );
}

function toNumber(ipv4: string): number | null {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(ipv4)) return null;
  return ipv4.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}

const isPrivateIpv4 = (address: number): boolean =>
  privateIpv4.some(([network, bits]) => Math.floor((address - toNumber(network)!) / 2 ** (32 - bits)) === 0);

/** Global unicast alone is public; what carries an IPv4 address inside is as public as that. */
function isPublicIpv6(ipv6: string): boolean {
  const groups = expand(ipv6);
  const [first = 0, second = 0] = groups;
  const inside = ipv4Inside(groups);
  if (inside !== null && isPrivateIpv4(inside)) return false;
  // 64:ff9b::/96 carries anybody's IPv4; 64:ff9b:1::/48 is for use inside a network.
  if (first === 0x64 && second === 0xff9b) return groups.slice(2, 6).every((group) => group === 0);
  return first >= 0x2000 && first < 0x4000 && !isReserved(first, second);
}

/** Of NAT64, of 6to4, or of an interface named after its IPv4 address (ISATAP). */
function ipv4Inside(groups: number[]): number | null {
  const at = (place: number) => groups[place]! * 65_536 + groups[place + 1]!;
  if (groups[0] === 0x2002) return at(1);
  return groups[0] === 0x64 || groups[5] === 0x5efe ? at(6) : null;
}

/** 2001::/23 is for protocols (Teredo among them), 2001:db8::/32 and 3fff::/20 are for books. */
const isReserved = (first: number, second: number): boolean =>
  (first === 0x2001 && (second < 0x200 || second === 0xdb8)) || (first === 0x3fff && second < 0x1000);

function expand(ipv6: string): number[] {
  const [head = '', tail] = ipv6.split('::');
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [before, after] = [numbers(head), numbers(tail ?? '')];
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

/** An address to send people to, kept as browsers write it (names in other scripts as punycode). */
export const webAddress = (required: string, invalid: string) =>
  z
    .string(required)
    .trim()
    .min(1, required)
    .max(maxAddressLength, invalid)
    .transform((text, issues) => {
      const address = publicAddress(text);
      if (address !== null) return address;
      issues.addIssue({ code: 'custom', message: invalid });
      return z.NEVER;
    });
