import { z } from 'zod';
import { ipBytes, isPublicIp } from './private-networks.ts';

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

/** Ends of names that only mean something inside a private network or a machine, or nothing anywhere. */
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
  const name = hostname.replace(/^\[(.+)\]$/, '$1').replace(/\.$/, '');
  const bytes = ipBytes(name);
  if (bytes !== null) return isPublicIp(bytes);
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

/** A name, then a port, a path or nothing: as people copy it from a poster or the address bar. */
const withoutScheme = /^(?:\/\/)?([^\s/\\?#@:]+)(?::\d{1,5})?(?=$|[/?#])/u;

/** `brightleaf.example/spring` is what people paste; https is what they mean. Anything else stays as it is. */
export const withScheme = (text: string): string =>
  withoutScheme.exec(text)?.[1]?.includes('.') ? `https://${text.replace(/^\/\//, '')}` : text;

/** An address to send people to, kept as browsers write it (names in other scripts as punycode). */
export const webAddress = (required: string, invalid: string) =>
  z
    .string(required)
    .trim()
    .min(1, required)
    .max(maxAddressLength, invalid)
    .transform((text, issues) => {
      const address = publicAddress(withScheme(text));
      if (address !== null) return address;
      issues.addIssue({ code: 'custom', message: invalid });
      return z.NEVER;
    });
