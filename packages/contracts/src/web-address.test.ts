import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxAddressLength, publicAddress, webAddress } from './web-address.ts';

const split = (text: string): string[] => text.trim().split(/\s+/);

/** Hosts of somebody's own machine or network, or of nobody, each as somebody has really tried it. */
const privateHosts = split(`
  127.0.0.1 127.1 127.0.1 0x7f000001 0x7F.1 2130706433 017700000001 0177.0.0.1 127.0.0.1. 0 0.0.0.0 1.1.1.1@127.0.0.1
  ①②⑦.⓪.⓪.① 127。0。0。1 １２７.0.0.1 %31%32%37.0.0.1 10.0.0.1 10.255.255.255 0xa.0.0.1 172.16.0.1 172.31.255.254
  192.168.0.1 0xC0A80001 3232235521 169.254.169.254 2852039166 0xA9FEA9FE 0251.0376.0251.0376 100.64.0.1 100.127.255.254
  192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.7 224.0.0.1 240.0.0.1 255.255.255.255
  [::] [::1] [0:0:0:0:0:0:0:1] [::127.0.0.1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:0:7f00:1] [::FFFF:A9FE:A9FE]
  [64:ff9b::7f00:1] [64:ff9b::10.0.0.1] [64:ff9b:1::808:808] [2002:7f00:1::] [2002:a9fe:a9fe::1] [2001:0:7f00:1::]
  [2001:db8::1] [3fff::1] [2a00:1450::5efe:c0a8:1] [fe80::1] [fe80::1%25eth0] [fc00::1] [fdff::1] [ff02::1] [100::1]
  localhost localhost. LOCALHOST foo.localhost foo.localhost.. loc%61lhost printer router.local nas.lan metadata.google.internal
  x.home.arpa 1.0.0.127.in-addr.arpa kubernetes.default.svc host.localdomain intranet.corp hidden.onion
  127.0.0.1.nip.io 10-0-0-1.sslip.io localtest.me app.lvh.me
`);

/** Networks and how many bits of an address they fix. */
const networks = split('10/8 127/8 0/8 100.64/10 169.254/16 172.16/12 192.168/16 198.18/15 224/4 240/4').map((text) => {
  const [network = '', bits] = text.split('/');
  const [a = 0, b = 0] = network.split('.').map(Number);
  return { start: a * 2 ** 24 + b * 2 ** 16, size: 2 ** (32 - Number(bits)) };
});
const partsOf = (address: number) => [24, 16, 8, 0].map((bits) => Math.floor(address / 2 ** bits) % 256);
const groupsOf = (address: number) =>
  [address / 65_536, address % 65_536].map((group) => Math.floor(group).toString(16));
const wide = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));

/** Every way we know to write an IPv4 address into an address bar. */
const spellings: ((address: number) => string)[] = [
  (address) => partsOf(address).join('.'),
  (address) => `${partsOf(address).join('.')}.`,
  (address) => String(address),
  (address) => `0x${address.toString(16)}`,
  (address) => `0${address.toString(8)}`,
  (address) =>
    partsOf(address)
      .map((part) => `0x${part.toString(16)}`)
      .join('.'),
  (address) =>
    partsOf(address)
      .map((part) => `0${part.toString(8)}`)
      .join('.'),
  (address) => `${partsOf(address)[0]}.${address % 2 ** 24}`,
  (address) => `${partsOf(address).slice(0, 2).join('.')}.0x${(address % 65_536).toString(16)}`,
  (address) => wide(partsOf(address).join('.')),
  (address) => partsOf(address).join('。'),
  (address) => partsOf(address).join('%2e'),
  (address) => `[::ffff:${groupsOf(address).join(':')}]`,
  (address) => `[::ffff:${partsOf(address).join('.')}]`,
  (address) => `[::${groupsOf(address).join(':')}]`,
  (address) => `[64:ff9b::${groupsOf(address).join(':')}]`,
  (address) => `[64:FF9B:0:0:0:0:${groupsOf(address).join(':')}]`,
  (address) => `[2002:${groupsOf(address).join(':')}::1]`,
  (address) => `[2a00:1450:4001::5efe:${groupsOf(address).join(':')}]`,
  (address) => `${partsOf(address).join('.')}.nip.io`,
  (address) => `${partsOf(address).join('-')}.sslip.io`,
];
const spelling = fc.constantFrom(...spellings);
const around = fc.record({
  scheme: fc.constantFrom('http://', 'https://', 'HTTP://'),
  port: fc.constantFrom('', ':80', ':8080', ':443'),
  tail: fc.constantFrom('', '/', '/latest/meta-data', '?a=b', '#top'),
});

describe('U1 a target in private space', () => {
  test.each(privateHosts)('is refused: %s', (host) => {
    expect(publicAddress(`http://${host}/`)).toBeNull();
    expect(publicAddress(`https://${host}`)).toBeNull();
  });

  test('is refused in 1,000 more spellings', () => {
    const inside = fc
      .tuple(fc.constantFrom(...networks), fc.nat())
      .map(([{ start, size }, offset]) => start + (offset % size));
    fc.assert(
      fc.property(inside, spelling, around, (address, spell, { scheme, port, tail }) => {
        expect(publicAddress(`${scheme}${spell(address)}${port}${tail}`)).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });

  test('is not confused with public space, which the same spellings reach', () => {
    const outside = fc.constantFrom(
      0x08080808,
      0x01010101,
      0x5db8d822,
      0xac0f0001,
      0xac200001,
      0xc0a70101,
      0x64400000 - 1,
    );
    const direct = fc.constantFrom(...spellings.slice(0, 12), ...spellings.slice(15, 18));
    fc.assert(
      fc.property(outside, direct, around, (address, spell, { scheme, port, tail }) => {
        expect(publicAddress(`${scheme}${spell(address)}${port}${tail}`)).not.toBeNull();
      }),
    );
  });
});

/** Not one of these may become a redirect. */
const unusable = [
  ...split(`javascript:alert(1) JAVASCRIPT://x.com/%0aalert(1) data:text/html,x vbscript:x file:///etc/passwd file://host/share
    blob:https://x.com/1 ftp://x.com ws://x.com mailto:a@x.com tel:+1 about:blank view-source:http://x.com intent://x.com x.com
    //x.com /path http: http:// https://? http://# http:x.com http:/x.com http:///x.com http:\\\\x.com http:\\/x.com
    http://x.com\\@evil.com http://evil.com\\.x.com http://u:p@x.com https://u@x.com http://@x.com http://:@x.com
    http://x.com@evil.com http://x.com:80@evil.com http://x.com%00.evil.com http://x.com/%00 http://x.com/?q=%00 http://x.com:0/
    http://x.com:22 http://x.com:25/ http://x.com:65536 http://x.com:-1 http://x.com:80:80 http://x.com:port http://[x] http://[::1
    http://x..com http://.x.com http://-x.com http://x-.com http://x.123 http://x.com.. http://x http://%78 http://x.c
    http://${'a'.repeat(64)}.com http://${'a.'.repeat(127)}com`),
  'java\tscript:alert(1)',
  'ht\ntp://x.com',
  '\u0001javascript:alert(1)',
  'http://ex\tample.com/',
  'http://example.com/a\r\nSet-Cookie: a=b',
  'http://x.com/\u0000',
  'http://x.com/\ud800',
  'http://ex ample.com/',
  `https://x.com/${'a'.repeat(65_536)}`,
  `https://x.com/${'é'.repeat(1_000)}`,
];

describe('U2 a target of odd form', () => {
  test.each(unusable.map((address) => [address.slice(0, 70), address]))('is refused: %j', (_, address) => {
    expect(publicAddress(address)).toBeNull();
  });

  test.each([
    ['https://www.example.com/menu?table=4#top', 'https://www.example.com/menu?table=4#top'],
    ['HTTPS://WWW.Example.COM', 'https://www.example.com/'],
    ['http://example.com.:8080/a', 'http://example.com.:8080/a'],
    ['https://bücher.example/straße', 'https://xn--bcher-kva.example/stra%C3%9Fe'],
    // One letter is Cyrillic: whoever reads it sees the name as it is, and not the one it imitates.
    ['https://аpple.com/', 'https://xn--pple-43d.com/'],
    ['https://example.com/a b', 'https://example.com/a%20b'],
    ['https://example.com/?path=C:\\x', 'https://example.com/?path=C:\\x'],
    ['https://example.com/@name', 'https://example.com/@name'],
    ['https://xn--p1ai.xn--p1ai', 'https://xn--p1ai.xn--p1ai/'],
    ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
  ])('that browsers open is kept as they write it: %s', (typed, kept) => {
    expect(publicAddress(typed)).toBe(kept);
  });

  test('is refused, or harmless and unchanged when it is read again, 2,000 times', () => {
    const piece = fc.constantFrom(
      ...split(`http https javascript data file : :: / // \\ \\\\ @ u: u:p@ x.com evil.com localhost 127.0.0.1 [::1] :80 :0 :25 :65536
        . .. % %00 %0a %2e ? # a=b é ü 。 xn-- аpple`),
      ...'\t,\n,\r, ,\u0000,\u00ad,\u202e,\u2028,\ufeff,\ud800'.split(','),
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      fc.array(piece, { maxLength: 8 }).map((pieces) => `https://x.com${pieces.join('')}`),
      fc.array(piece, { maxLength: 8 }).map((pieces) => `http://${pieces.join('')}`),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
    );
    let kept = 0;
    fc.assert(
      fc.property(text, (typed) => {
        const address = publicAddress(typed);
        if (address === null) return;
        kept += 1;
        const [, host = '', port] = /^https?:\/\/([^/:@]+|\[[^\]]+\])(?::(\d+))?\//.exec(address) ?? [];
        expect(host).toMatch(/^[a-z0-9_.-]+\.[a-z0-9-]+\.?$|^\[2/);
        expect(['0', '25']).not.toContain(port);
        expect(address).toMatch(/^[\x21-\x7e]{1,2048}$/);
        expect(publicAddress(address)).toBe(address);
      }),
      { numRuns: 2_000 },
    );
    expect(kept).toBeGreaterThan(200);
  });

  test('B21 of the largest length is taken, and one more is not', () => {
    const start = 'https://x.com/';
    const longest = start + 'a'.repeat(maxAddressLength - start.length);

    expect(publicAddress(longest)).toBe(longest);
    expect(publicAddress(`${longest}a`)).toBeNull();
  });

  test('is told apart from one that is missing', () => {
    const field = webAddress('Target URL is required', 'Enter a valid URL');
    const said = (value: unknown) => field.safeParse(value).error?.issues.map(({ message }) => message);

    expect([said(undefined), said('  '), said('nonsense')]).toEqual([
      ['Target URL is required'],
      ['Target URL is required'],
      ['Enter a valid URL'],
    ]);
    expect(field.parse(' https://x.com ')).toBe('https://x.com/');
  });
});

describe('V13: an address as people paste it', () => {
  const field = webAddress('Target URL is required', 'Please enter a valid URL');

  test.each([
    ['brightleaf.example/spring', 'https://brightleaf.example/spring'],
    ['  www.brightleaf.example  ', 'https://www.brightleaf.example/'],
    ['//brightleaf.example?from=poster', 'https://brightleaf.example/?from=poster'],
    ['brightleaf.example:8443/a?b=c#d', 'https://brightleaf.example:8443/a?b=c#d'],
    ['http://brightleaf.example', 'http://brightleaf.example/'],
    ['HTTPS://Brightleaf.example/Spring', 'https://brightleaf.example/Spring'],
  ])('%s is taken', (pasted, kept) => {
    expect(field.parse(pasted)).toBe(kept);
  });

  test.each([
    'spring',
    'localhost:3000',
    'javascript:alert(1.2)',
    'data:text/html,a.b',
    'ann@brightleaf.example',
    'ftp://brightleaf.example',
    'mailto:ann@brightleaf.example',
    '10.0.0.1/admin',
    'brightleaf.example\\@evil.example',
  ])('%s is refused', (pasted) => {
    expect(field.safeParse(pasted).success).toBe(false);
  });

  test('whatever is typed, what is kept is an address people may be sent to, and stays itself', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.domain(), fc.emailAddress()), (typed) => {
        const { data } = field.safeParse(typed);
        if (data === undefined) return;
        expect(publicAddress(data)).toBe(data);
        expect(field.parse(data)).toBe(data);
      }),
    );
  });
});
