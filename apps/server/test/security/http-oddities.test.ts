import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../harness/people.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { startTestEdge, type TestEdge } from '../harness/test-edge.ts';
import { bodyOf, timeoutMs, type RawAnswer, sendRaw } from './raw-request.ts';
import { asMany } from './sizes.ts';

let api: TestApi;
let edge: TestEdge;
let admin: Person;
const ports = { api: 0, edge: 0 };
beforeAll(async () => {
  api = await startTestApi();
  edge = await startTestEdge();
  admin = await registerAdmin(api);
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  ports.api = (api.app.server.address() as AddressInfo).port;
  ports.edge = Number(new URL(edge.origin).port);
});
afterAll(async () => {
  await api.close();
  await edge.close();
});

const bomb = gzipSync(Buffer.alloc(20_000_000));
const host = 'host: waggle.test\r\n';
const get = (path: string, more = '', version = '1.1') => `GET ${path} HTTP/${version}\r\n${host}${more}\r\n`;
const post = (path: string, headers: string, body = '') =>
  `POST ${path} HTTP/1.1\r\n${host}content-type: application/json\r\n${headers}\r\n${body}`;
const me = '/api/auth/me';
const login = '/api/auth/login';

/** Answered by a status of these, or the connection is closed without one. */
type Odd = [what: string, pieces: (string | Buffer)[]];

const methods: Odd[] = [
  'HEAD',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PATCH',
  'DELETE',
  'PROPFIND',
  'PURGE',
  'LOCK',
  'M-SEARCH',
  'QUERY',
  'get',
  'FOO',
  'GET\u0000',
  '',
].map((method) => [`the method ${JSON.stringify(method)}`, [`${method} ${me} HTTP/1.1\r\n${host}\r\n`]]);
const paths: Odd[] = [
  '/api/../api/auth/me',
  '/api/%2e%2e/auth/me',
  '/api/auth%2fme',
  '/api//auth//me',
  '/api/auth/me/',
  '/api/auth/me%00',
  '/api/auth/me;x=1',
  '/api/auth/me%',
  '/api/auth/%zz',
  '/%c0%ae%c0%ae/etc/passwd',
  '//evil.example/api/auth/me',
  '\\api\\auth\\me',
  '*',
  'http://waggle.test/api/auth/me',
  'http://evil.example/api/auth/me',
  `/api/${'a/'.repeat(4_000)}`,
  `/api/contacts?${'a=1&'.repeat(3_000)}`,
  '/api/contacts?search=%ff%fe',
  '/api/contacts?search[]=1&search[a]=2',
  '/api/contacts?__proto__=1&constructor=2',
  '/api/contacts/%F0%9F%90%9D',
  '/qr/%2e%2e%2f',
  '/qr/',
  `/qr/${'1'.repeat(5_000)}`,
  '/t/u/%00',
  '/api/auth/me HTTP/1.1\r\nx: y',
].map((path) => [`the path ${path.slice(0, 40)}`, [get(path)]]);
const headers: Odd[] = [
  ['a header of 100 KB', [get(me, `x: ${'a'.repeat(100_000)}\r\n`)]],
  ['5,000 cookies', [get(me, `cookie: ${'a=b; '.repeat(5_000)}\r\n`)]],
  ['600 cookies of a session', [get(me, `cookie: ${'waggle.session_token=x; '.repeat(600)}\r\n`)]],
  ['3,000 headers', [get(me, 'a: b\r\n'.repeat(3_000))]],
  ['two hosts', [get(me, 'host: evil.example\r\n')]],
  ['no host', [`GET ${me} HTTP/1.1\r\n\r\n`]],
  ['an empty host', [`GET ${me} HTTP/1.1\r\nhost:\r\n\r\n`]],
  ['a host with a path', [`GET ${me} HTTP/1.1\r\nhost: waggle.test/x\r\n\r\n`]],
  ['a host of 60 KB', [`GET ${me} HTTP/1.1\r\nhost: ${'a.'.repeat(30_000)}\r\n\r\n`]],
  ['a header without a name', [get(me, ': x\r\n')]],
  ['a header with a blank before the colon', [get(me, 'x : y\r\n')]],
  ['a folded header', [get(me, 'x: y\r\n z\r\n')]],
  ['a NUL in a header', [get(me, 'x: a\u0000b\r\n')]],
  ['bytes above ASCII in a header', [get(me, `x: ${Buffer.from([0xff, 0xfe]).toString('latin1')}\r\n`)]],
  ['lines that end with LF alone', [`GET ${me} HTTP/1.1\nhost: waggle.test\n\n`]],
  ['an upgrade to a web socket', [get(me, 'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\n')]],
  ['an upgrade to HTTP/2', [get(me, 'connection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AA\r\n')]],
  ['Expect: 100-continue', [post(login, 'expect: 100-continue\r\ncontent-length: 2\r\n', '{}')]],
  ['another expectation', [post(login, 'expect: 200-ok\r\ncontent-length: 2\r\n', '{}')]],
  ['a range', [get('/api/openapi.json', 'range: bytes=0-0,1-1,2-2\r\n')]],
  ['two addresses of a visitor', [get(me, 'x-forwarded-for: 1.1.1.1\r\nx-forwarded-for: 2.2.2.2\r\n')]],
];
const bodies: Odd[] = [
  ['two lengths', [post(login, 'content-length: 2\r\ncontent-length: 3\r\n', '{}')]],
  ['a length and chunks', [post(login, 'content-length: 2\r\ntransfer-encoding: chunked\r\n', '2\r\n{}\r\n0\r\n\r\n')]],
  ['a negative length', [post(login, 'content-length: -1\r\n', '{}')]],
  ['a length with a plus', [post(login, 'content-length: +2\r\n', '{}')]],
  ['a length beyond numbers', [post(login, 'content-length: 99999999999999999999\r\n', '{}')]],
  ['a body longer than it says', [post(login, 'content-length: 2\r\n', '{}{}')]],
  [
    'chunks with extensions',
    [post(login, 'transfer-encoding: chunked\r\n', `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`)],
  ],
  ['a chunk of a wrong size', [post(login, 'transfer-encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n')]],
  [
    'a chunk of a size beyond numbers',
    [post(login, 'transfer-encoding: chunked\r\n', 'ffffffffffffffffff\r\n{}\r\n0\r\n\r\n')],
  ],
  [
    '30,000 chunks of one byte',
    [post(login, 'transfer-encoding: chunked\r\n', `${'1\r\n \r\n'.repeat(30_000)}0\r\n\r\n`)],
  ],
  [
    'trailers',
    [post(login, 'transfer-encoding: chunked\r\ntrailer: host\r\n', '2\r\n{}\r\n0\r\nhost: evil.example\r\n\r\n')],
  ],
  ['another transfer encoding', [post(login, 'transfer-encoding: gzip, chunked\r\n', '2\r\n{}\r\n0\r\n\r\n')]],
  ['a disguised transfer encoding', [post(login, 'transfer-encoding: xchunked\r\n', '2\r\n{}\r\n0\r\n\r\n')]],
  ['a gzip bomb', [post(login, `content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n`), bomb]],
  ['a body in GET', [get(me, 'content-type: application/json\r\ncontent-length: 2\r\n'), '{}']],
  ['an empty body', [post(login, 'content-length: 0\r\n')]],
];
const versions: Odd[] = [
  ['HTTP/1.0', [get(me, '', '1.0')]],
  ['HTTP/1.0 kept alive', [get(me, 'connection: keep-alive\r\n', '1.0')]],
  ['HTTP/0.9', [`GET ${me}\r\n\r\n`]],
  ['HTTP/2.0', [get(me, '', '2.0')]],
  ['HTTP/9.9', [get(me, '', '9.9')]],
  ['the preface of HTTP/2', ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n']],
  ['the hello of TLS', [Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0])]],
  ['50 requests at once', [get(me).repeat(50)]],
  ['a request behind one that is refused', [`${post(login, 'content-length: 3\r\n', '{{{')}${get(me)}`]],
  ['a smuggled request', [post(login, 'content-length: 6\r\ntransfer-encoding: chunked\r\n', `0\r\n\r\n${get(me)}`)]],
  ['noise', [Buffer.from(Array.from({ length: 2_000 }, (_, at) => (at * 7_919) % 256))]],
];
/** What is cut without a word by Node itself, for lack of a request that could be answered, is no failure. */
function judge({ statuses, ms, isSilent }: RawAnswer): string[] {
  return [
    ...statuses
      .filter((status) => status >= 500 && status !== 505 && status !== 501)
      .map((status) => `answered ${status}`),
    ...(isSilent || ms >= timeoutMs ? ['hung'] : []),
  ];
}

describe('B17 odd requests', () => {
  const odd = [...methods, ...paths, ...headers, ...bodies, ...versions];

  test('are as many as the catalogue asks for', () => {
    expect(odd.length).toBeGreaterThanOrEqual(70);
  });

  test('are answered or refused by the API and the edge, which go on', async () => {
    const answers = await Promise.all(
      odd.flatMap(([what, pieces]) =>
        [ports.api, ports.edge].map(async (port) => ({ what, answer: await sendRaw(port, ...pieces) })),
      ),
    );

    const failed = answers.flatMap(({ what, answer }) => judge(answer).map((fault) => `${what} ${fault}`));
    expect(failed).toEqual([]);
    expect(answers.filter(({ answer }) => /\n\s+at |node:internal/.test(answer.text))).toEqual([]);
    expect(await areAlive()).toBe(true);
  });

  test.each([
    ['an unknown path', get('/api/nowhere'), 404],
    ['a path that cannot be read', get('/api/auth/%zz'), 400],
    ['a header of 100 KB', get(me, `x: ${'a'.repeat(100_000)}\r\n`), 431],
    ['a method nobody knows', `FOO ${me} HTTP/1.1\r\n${host}\r\n`, 400],
    ['two lengths', post(login, 'content-length: 2\r\ncontent-length: 3\r\n', '{}'), 400],
    ['a packed body', post(login, 'content-encoding: gzip\r\ncontent-length: 2\r\n', '\u001f\b'), 400],
    ['a body that is too large', post(login, 'content-length: 70000\r\n', ' '.repeat(70_000)), 413],
    ['another host', `GET ${me} HTTP/1.1\r\nhost: evil.example\r\n\r\n`, 421],
  ])('%s is refused by the API as a problem', async (_, bytes, status) => {
    const answer = await sendRaw(ports.api, bytes);

    expect(answer.statuses).toEqual([status]);
    expect(JSON.parse(bodyOf(answer))).toEqual({ code: expect.any(String), message: expect.any(String) });
    expect(answer.text.toLowerCase()).toContain('x-content-type-options: nosniff');
  });

  test('a request that hides behind another one gets no answer of its own', async () => {
    const hidden = `GET ${me} HTTP/1.1\r\n${host}cookie: ${admin.cookie}\r\n\r\n`;

    const answers = await Promise.all([
      sendRaw(ports.api, post(login, 'content-length: 6\r\ntransfer-encoding: chunked\r\n', `0\r\n\r\n${hidden}`)),
      sendRaw(ports.api, post(login, 'transfer-encoding: xchunked\r\n', `0\r\n\r\n${hidden}`)),
      sendRaw(ports.api, post(login, 'content-length: 0\r\ncontent-length: 5\r\n', hidden)),
    ]);

    expect(answers.flatMap(({ statuses }) => statuses).filter((status) => status === 200)).toEqual([]);
  });
});

test('B17 whatever bytes are sent, both go on', async () => {
  const seeds = [
    get(me),
    post(login, 'content-length: 2\r\n', '{}'),
    post(login, 'transfer-encoding: chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'),
  ];
  const signs = ['\r', '\n', '\r\n', ' ', ':', '\u0000', '%', '/', '..', '\u00ff', ';', 'chunked', '0'];
  const put = fc.oneof(fc.constantFrom(...signs), fc.string({ unit: 'binary', maxLength: 8 }));
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(4), put), { minLength: 1, maxLength: 6 });
  const mutant = fc.tuple(fc.constantFrom(...seeds), changes).map(([seed, list]) => list.reduce(changed, seed));
  const failed: string[] = [];

  // Whoever sends half a request waits for the time limit; ended, it is one.
  const all = fc.sample(mutant, asMany(100, 1_000)).map((bytes) => `${bytes}\r\n\r\n`);
  for (let at = 0; at < all.length; at += 50)
    await Promise.all(
      all.slice(at, at + 50).flatMap((bytes) =>
        [ports.api, ports.edge].map(async (port) => {
          const { statuses } = await sendRaw(port, bytes);
          if (statuses.some((status) => status >= 500)) failed.push(`${JSON.stringify(bytes)} ${statuses.join()}`);
        }),
      ),
    );

  expect(failed).toEqual([]);
  expect(await areAlive()).toBe(true);
});

/** Puts something in the place of a few characters. */
const changed = (text: string, [at, cut, put]: [number, number, string]): string => {
  const place = at % (text.length + 1);
  return text.slice(0, place) + put + text.slice(place + cut);
};

async function areAlive(): Promise<boolean> {
  const answers = await Promise.all([sendRaw(ports.api, get('/healthz')), sendRaw(ports.edge, get('/healthz'))]);
  return answers.every(({ statuses }) => statuses[0] === 200);
}
