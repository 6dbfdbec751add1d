import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DnsServer, startDnsServer, type Zone } from '../../../../test/harness/dns-server.ts';
import { judge, stateAfter } from './check.ts';
import { createDns } from './dns.ts';
import { makeKeys } from './keys.ts';
import type { KeyRow } from './queries.ts';
import { expectedRecords, type Judged } from './records.ts';
import { isAligned } from './verdicts/dmarc.ts';
import { startWatch } from '../../../../test/harness/watch.ts';

const domain = 'shop.example';
const include = { SPF_INCLUDE: 'spf.waggle.example', RETURN_PATH_HOST: undefined };
const returnPath = { SPF_INCLUDE: 'spf.waggle.example', RETURN_PATH_HOST: 'mx.waggle.example' };
const anyServer = { SPF_INCLUDE: undefined, RETURN_PATH_HOST: undefined };

let server: DnsServer;
let keys: KeyRow[];
let good: Record<string, Zone>;
let names: { rsa: string; ed: string };
beforeAll(async () => {
  server = await startDnsServer();
  const made = await makeKeys(new Date('2026-11-15T00:00:00Z'), new Set());
  keys = made.map(({ selector, algorithm, publicKey }) => ({
    id: selector,
    domain_id: domain,
    selector,
    algorithm,
    public_key: publicKey,
    active_from: null,
  }));
  const [rsa, ed, spf, dmarc] = expectedRecords(include, domain, keys);
  names = { rsa: rsa!.name, ed: ed!.name };
  good = Object.fromEntries([rsa!, ed!, spf!, dmarc!].map(({ name, value }) => [name, { txt: [value] }]));
});
afterAll(() => server.close());

type Config = typeof include | typeof returnPath | typeof anyServer;
/** Ready-made zones, with what differs; null takes a name away. */
type Differs = () => Record<string, Zone | null>;

async function verdictOf(config: Config, differs: Record<string, Zone | null>, name = domain) {
  server.zones.clear();
  for (const [at, zone] of Object.entries({ ...good, ...differs })) if (zone) server.zones.set(at, zone);
  const parts = { dns: createDns([server.address]), config: config as never };
  const records = await Promise.all(
    expectedRecords(config as never, name, keys).map(async (record): Promise<Judged> => {
      return { ...record, ...(await judge(parts, name, record)) };
    }),
  );
  const states = records.map(({ purpose, state }) => `${purpose} ${state}`);
  return { records, states, state: stateAfter('pending', records) };
}

const rsaKey = () => good[names.rsa]!.txt![0] as string;
const rsaP = () => rsaKey().split('p=')[1]!;
const all = (spf: string, dmarc: string) => ['dkim found', 'dkim found', `spf ${spf}`, `dmarc ${dmarc}`];

/** Title, what differs, what is said about each record, and whether mail may leave. */
const fixtures: [string, Differs, string[], 'verified' | 'pending', Config?][] = [
  ['everything as asked for', () => ({}), all('found', 'found'), 'verified'],
  [
    'nothing published',
    () => Object.fromEntries(Object.keys(good).map((name) => [name, null])),
    ['dkim missing', 'dkim missing', 'spf missing', 'dmarc missing'],
    'pending',
  ],
  [
    'a key cut in odd places, with blanks and another order of tags',
    () => ({
      [names.rsa]: {
        txt: [['p=', rsaP().slice(0, 60), ` ${rsaP().slice(60, 200)} `, rsaP().slice(200), ' ; k=rsa; v=DKIM1']],
      },
    }),
    all('found', 'found'),
    'verified',
  ],
  [
    'a key with one letter changed',
    () => ({ [names.rsa]: { txt: [rsaKey().replace('p=MIIB', 'p=MIIC')] } }),
    ['dkim wrong', 'dkim found', 'spf found', 'dmarc found'],
    'pending',
  ],
  [
    'a revoked key',
    () => ({ [names.rsa]: { txt: ['v=DKIM1; k=rsa; p='] } }),
    ['dkim wrong', 'dkim found', 'spf found', 'dmarc found'],
    'pending',
  ],
  [
    'two texts at the name of a key',
    () => ({ [names.rsa]: { txt: [rsaKey(), 'v=DKIM1; k=rsa; p=abcd'] } }),
    ['dkim wrong', 'dkim found', 'spf found', 'dmarc found'],
    'pending',
  ],
  [
    'a key that says it is of another kind',
    () => ({ [names.rsa]: { txt: [rsaKey().replace('k=rsa', 'k=ed25519')] } }),
    ['dkim wrong', 'dkim found', 'spf found', 'dmarc found'],
    'pending',
  ],
  [
    'a key for other services than mail',
    () => ({ [names.rsa]: { txt: [`${rsaKey()}; s=tlsrpt`] } }),
    ['dkim wrong', 'dkim found', 'spf found', 'dmarc found'],
    'pending',
  ],
  [
    'no Ed25519 key, which is a gift',
    () => ({ [names.ed]: null }),
    ['dkim found', 'dkim missing', 'spf found', 'dmarc found'],
    'verified',
  ],
  [
    'two SPF records, each of them right',
    () => ({ [domain]: { txt: ['v=spf1 include:spf.waggle.example ~all', 'v=spf1 include:other.example ~all'] } }),
    all('wrong', 'found'),
    'pending',
  ],
  [
    'an SPF record of somebody else only',
    () => ({ [domain]: { txt: ['v=spf1 include:_spf.google.com ~all'] } }),
    all('wrong', 'found'),
    'pending',
  ],
  [
    'our SPF beside others, and other texts',
    () => ({
      [domain]: {
        txt: ['google-site-verification=abc', 'V=SPF1 mx INCLUDE:SPF.waggle.example include:b.example -all'],
      },
    }),
    all('found', 'found'),
    'verified',
  ],
  [
    'our include behind the end of the list',
    () => ({ [domain]: { txt: ['v=spf1 -all include:spf.waggle.example'] } }),
    all('wrong', 'found'),
    'pending',
  ],
  [
    'an SPF record that lets everybody send',
    () => ({ [domain]: { txt: ['v=spf1 include:spf.waggle.example +all'] } }),
    all('wrong', 'found'),
    'pending',
  ],
  [
    'an SPF record with more look-ups than receivers make',
    () => ({
      [domain]: {
        txt: [
          `v=spf1 include:spf.waggle.example ${Array.from({ length: 10 }, (_, at) => `include:s${at}.example`).join(' ')} ~all`,
        ],
      },
    }),
    all('wrong', 'found'),
    'pending',
  ],
  [
    'something that only starts like SPF',
    () => ({ [domain]: { txt: ['v=spf10 include:spf.waggle.example ~all'] } }),
    all('missing', 'found'),
    'pending',
  ],
  [
    'an SPF record handed over to ours',
    () => ({ [domain]: { txt: ['v=spf1 redirect=spf.waggle.example'] } }),
    all('found', 'found'),
    'verified',
  ],
  ['no DMARC', () => ({ [`_dmarc.${domain}`]: null }), all('found', 'missing'), 'pending'],
  [
    'DMARC with reports and a strict policy',
    () => ({ [`_dmarc.${domain}`]: { txt: ['v=DMARC1;p=reject;rua=mailto:d@shop.example;adkim=s'] } }),
    all('found', 'found'),
    'verified',
  ],
  [
    'DMARC without a policy',
    () => ({ [`_dmarc.${domain}`]: { txt: ['v=DMARC1; rua=mailto:d@shop.example'] } }),
    all('found', 'wrong'),
    'pending',
  ],
  [
    'two DMARC records',
    () => ({ [`_dmarc.${domain}`]: { txt: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] } }),
    all('found', 'wrong'),
    'pending',
  ],
  [
    'a return path to our mail server',
    () => ({ [`bounce.${domain}`]: { mx: ['mx.waggle.example'], txt: ['v=spf1 include:spf.waggle.example ~all'] } }),
    ['dkim found', 'dkim found', 'spf found', 'return-path found', 'dmarc found'],
    'verified',
    returnPath,
  ],
  [
    'a return path to somebody else',
    () => ({ [`bounce.${domain}`]: { mx: ['mx.other.example'], txt: ['v=spf1 include:spf.waggle.example ~all'] } }),
    ['dkim found', 'dkim found', 'spf found', 'return-path wrong', 'dmarc found'],
    'pending',
    returnPath,
  ],
  [
    'any sound SPF record, where the installation names no servers',
    () => ({ [domain]: { txt: ['v=spf1 ip4:192.0.2.1 -all'] } }),
    all('found', 'found'),
    'verified',
    anyServer,
  ],
];

describe('C5 a sending domain with', () => {
  test('24 fixtures is what is tried', () => {
    expect(fixtures).toHaveLength(24);
  });

  test.each(fixtures)('%s', async (...[, differs, states, state, config = include]) => {
    const verdict = await verdictOf(config, differs());

    expect(verdict.states).toEqual(states);
    expect(verdict.state).toBe(state);
  });
});

describe('a DNS server that', () => {
  test.each(['servfail', 'refused'] as const)('answers %s says nothing about the domain', async (trouble) => {
    const { states } = await verdictOf(include, { [names.rsa]: { trouble }, [domain]: { trouble } });

    expect(states).toEqual(['dkim unknown', 'dkim found', 'spf unknown', 'dmarc found']);
  });

  test('does not answer at all is given up after some seconds', async () => {
    const watch = startWatch();

    const { states } = await verdictOf(include, { [domain]: { trouble: 'silent' } });

    expect(states).toContain('spf unknown');
    expect(watch()).toBeLessThan(15_000);
  }, 60_000);
});

test('a subdomain lives under the DMARC record of the domain it belongs to', async () => {
  const own = 'news.shop.example';
  const zones = Object.fromEntries(
    expectedRecords(include, own, keys).map(({ name, value }) => [name, { txt: [value] }]),
  );

  const { states } = await verdictOf(include, { ...zones, [`_dmarc.${own}`]: null }, own);

  expect(states).toEqual(all('found', 'found'));
});

test('what stands there instead is shown when it is wrong', async () => {
  const { records } = await verdictOf(include, { [domain]: { txt: ['v=spf1 -all'] } });

  expect(records[2]).toMatchObject({ purpose: 'spf', state: 'wrong', found: 'v=spf1 -all' });
});

test.each([
  ['a@shop.example', 'shop.example', true],
  ['a@news.shop.example', 'shop.example', true],
  ['a@shop.example', 'mail.shop.example', true],
  ['a@shop.co.uk', 'mail.shop.co.uk', true],
  ['a@shop.co.uk', 'other.co.uk', false],
  ['a@shop.example', 'shop.example.evil.example', false],
  ['a@notshop.example', 'shop.example', false],
  ['a@co.uk', 'co.uk', false],
])('mail from %s signed by %s is aligned: %s', (from, signedBy, aligned) => {
  expect(isAligned(from, signedBy)).toBe(aligned);
});
