import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type DnsServer, startDnsServer } from '../../../test/harness/dns-server.ts';
import { Problem } from '../problem.ts';
import { createDial } from './dial.ts';
import { createHostLookup } from './host-lookup.ts';
import { createWebProbe, webPorts } from './web-probe.ts';

/** 127.0.0.1 stands for the internet; every other address of this machine for the network inside. */
const outside = '127.0.0.1';
let web: Server;
let tcp: TcpServer;
let inside: Server;
let dns: DnsServer;
let port: number;
let rawPort: number;
let answer: RequestListener = () => {};
let talk: (socket: Socket) => void = () => {};
let reached = 0;
const asked: { method: string; url: string; headers: Record<string, unknown> }[] = [];
const open = new Set<Socket>();

beforeAll(async () => {
  web = createServer((request, reply) => {
    asked.push({ method: request.method!, url: request.url!, headers: request.headers });
    answer(request, reply);
  });
  web.listen(0, outside);
  await new Promise((resolve) => web.once('listening', resolve));
  ({ port } = web.address() as AddressInfo);
  tcp = createTcpServer((socket) => {
    open.add(socket.on('error', () => {}));
    talk(socket);
  }).listen(0, outside);
  await new Promise((resolve) => tcp.once('listening', resolve));
  rawPort = (tcp.address() as AddressInfo).port;
  // The same port, so that only the address decides.
  inside = createServer((_, reply) => {
    reached += 1;
    reply.end('a secret');
  }).listen(port, '127.0.0.2');
  inside.on('connection', () => (reached += 1));
  await new Promise((resolve) => inside.once('listening', resolve));
  dns = await startDnsServer();
});
afterEach(() => {
  asked.length = 0;
  reached = 0;
  dns.zones.clear();
  for (const socket of open) socket.destroy();
  open.clear();
});
afterAll(async () => {
  await dns.close();
  for (const server of [web, inside]) server.closeAllConnections();
  await Promise.all([web, tcp, inside].map((server) => new Promise((resolve) => server.close(resolve))));
});

const probe = (address: string, signal = new AbortController().signal, exchangeMs = 5_000) =>
  createWebProbe({
    exchangeMs,
    dial: createDial(createHostLookup([dns.address]), [port, rawPort], (found) => found === outside),
  })(address, signal);
const page = (path = '/') => probe(`http://${outside}:${port}${path}`);
const raw = (exchangeMs = 5_000) => probe(`http://${outside}:${rawPort}/`, undefined, exchangeMs);

describe('an answer', () => {
  test.each([200, 204, 304, 401, 403, 404, 410, 429, 500, 503])('is told as it is: %i', async (status) => {
    answer = (_, reply) => reply.writeHead(status).end();

    expect(await page()).toEqual({ outcome: 'answered', status });
  });

  test('is asked for without cookie, referrer or password, and without reading what it holds', async () => {
    answer = (request, reply) => {
      if (request.method === 'HEAD') reply.writeHead(405).end();
      else reply.writeHead(200, { 'set-cookie': 'a=b' }).write('endless');
    };

    const got = await probe(`http://name:secret@${outside}:${port}/a?b=c#d`);

    expect(got).toEqual({ outcome: 'answered', status: 200 });
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual(['HEAD /a?b=c', 'GET /a?b=c']);
    for (const { headers } of asked)
      expect(Object.keys(headers).toSorted()).toEqual(['accept', 'connection', 'host', 'user-agent']);
  });

  test('is that of a page behind redirects, asked anew at each hop', async () => {
    answer = ({ url }, reply) =>
      url === '/end'
        ? reply.writeHead(404).end()
        : reply.writeHead(302, { location: url === '/' ? 'next' : '/end' }).end();

    expect(await page()).toEqual({ outcome: 'answered', status: 404 });
  });

  test('ends at an app, and at an address that needs no asking', async () => {
    answer = (_, reply) => reply.writeHead(302, { location: 'itms-apps://a' }).end();
    expect(await page()).toEqual({ outcome: 'answered', status: 302 });

    const trusting = createWebProbe({ dial: () => Promise.reject(new Error()), isTrusted: () => true });
    expect(await trusting('https://own.example/', new AbortController().signal)).toEqual({
      outcome: 'answered',
      status: 200,
    });
  });

  test('that leads in circles is told as that, after few hops', async () => {
    answer = (_, reply) => reply.writeHead(301, { location: '/' }).end();

    expect(await page()).toEqual({ outcome: 'circular' });
    expect(asked.length).toBeLessThan(12);
  });
});

describe('a server that means harm', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['drips', (socket) => setInterval(() => socket.write('H'), 100).unref()],
    ['is silent', () => {}],
    ['sends endless headers', (socket) => drain(socket, 'HTTP/1.1 200 OK\r\n', `x: ${'y'.repeat(9_000)}\r\n`)],
    ['sends endless answers before the answer', (socket) => drain(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n')],
    ['speaks another language', (socket) => void socket.write('220 mail.example ESMTP\r\n')],
    ['hangs up', (socket) => void socket.destroy()],
    ['answers what is no answer', (socket) => void socket.write('HTTP/1.1 000 No\r\n\r\n')],
  ])('%s: it counts as silent and holds nobody up', async (_, harm) => {
    talk = harm;

    expect(await raw(300)).toEqual({ outcome: 'silent' });
  });

  test('with an endless body costs nothing: the answer is known before it', async () => {
    talk = (socket) => drain(socket, 'HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(65_536));

    expect(await raw()).toEqual({ outcome: 'answered', status: 200 });
  });

  test('is left when nobody waits any more', async () => {
    talk = () => {};
    const gone = new AbortController();
    const waiting = probe(`http://${outside}:${rawPort}/`, gone.signal);
    gone.abort(new Error('enough'));

    await expect(waiting).rejects.toThrow('enough');
  });
});

/** Writes until the other side is gone, no faster than it reads. */
function drain(socket: Socket, first: string, again: string): void {
  socket.write(first);
  const more = () => {
    while (!socket.destroyed && socket.write(again));
  };
  socket.on('drain', more);
  more();
}

describe('T04: the network inside', () => {
  test('is not reached by a redirect, and looks like nothing at all', async () => {
    for (const location of [
      `http://127.0.0.2:${port}/`,
      `http://localhost:${port}/`,
      `http://[::1]:${port}/`,
      `//0x7f.2:${port}`,
      'http://169.254.169.254/latest/meta-data/',
      'http://nowhere.example/',
      `http://${outside}:22/`,
    ]) {
      answer = ({ url }, reply) => reply.writeHead(302, { location: url === '/' ? '/once-more' : location }).end();

      expect(await page()).toEqual({ outcome: 'silent' });
    }
    expect(reached).toBe(0);
  });

  test('is not reached by a name that answers otherwise the second time', async () => {
    let times = 0;
    dns.zones.set('rebind.example', { a: () => [(times += 1) % 2 === 1 ? outside : '127.0.0.2'] });
    answer = (_, reply) => reply.writeHead(404).end();

    // HEAD is answered by the first address; GET dials again and is refused.
    expect(await probe(`http://rebind.example:${port}/`)).toEqual({ outcome: 'silent' });
    expect([times, asked.length, reached]).toEqual([2, 1, 0]);
  });

  test('is not reached by one address among others, nor by IPv6 alone', async () => {
    dns.zones.set('mixed.example', { a: [outside, '127.0.0.2'] });
    dns.zones.set('six.example', { aaaa: ['::1'] });
    dns.zones.set('mapped.example', { aaaa: ['::ffff:127.0.0.2'] });

    for (const name of ['mixed', 'six', 'mapped'])
      expect(await probe(`http://${name}.example:${port}/`)).toEqual({ outcome: 'silent' });
    expect([asked.length, reached]).toEqual([0, 0]);
  });
});

describe('as it runs for others', () => {
  const dialled: string[] = [];
  const guarded = createWebProbe({
    dial: createDial(async (host) => {
      dialled.push(host);
      return createHostLookup([])(host);
    }, webPorts),
  });
  const ask = (address: string) => guarded(address, new AbortController().signal);

  const hosts =
    `127.0.0.1 127.1 127.0.1 0x7f000001 0x7f.1 2130706433 017700000001 0177.0.0.1 0177.1 127.0.0.1. 0 0.0.0.0 0x0 00 localhost
    localhost. LOCALHOST 10.0.0.1 10.255.255.255 0xa000001 167772161 172.16.0.1 172.31.255.255 192.168.0.1 192.168.255.255
    169.254.169.254 0xa9fea9fe 2852039166 169.254.0.1 100.64.0.1 100.127.255.255 192.0.0.1 192.0.2.1 198.18.0.1 198.19.255.255
    198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 [::] [::1] [0:0:0:0:0:0:0:1] [::127.0.0.1]
    [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:10.0.0.1] [::ffff:169.254.169.254] [64:ff9b::7f00:1] [64:ff9b::10.0.0.1]
    [64:ff9b:1::1] [2002:7f00:1::] [2002:a00:1::1] [2001::1] [2001:db8::1] [fe80::1] [fec0::1] [fc00::1] [fd00::1] [ff02::1]
    [2001:db8:0:0:0:5efe:7f00:1] １２７.０.０.１ ①②⑦.0.0.1 127。0。0。1`.split(/\s+/);

  test('T04: more than 60 forms of private addresses are silence, every one', async () => {
    expect(hosts.length).toBeGreaterThanOrEqual(60);
    for (const host of hosts)
      for (const where of ['/', ':8080/', '/?a=b'])
        expect([host, await ask(`http://${host}${where}`)]).toEqual([host, { outcome: 'silent' }]);
  });

  test.each([0, 1, 21, 22, 25, 110, 143, 445, 1433, 3306, 5432, 6379, 9200, 11_211, 27_017, 65_535])(
    'T04: port %i is not connected to, wherever it is',
    async (closed) => {
      dialled.length = 0;

      expect(await ask(`http://192.0.43.8:${closed}/`)).toEqual({ outcome: 'silent' });
      expect(dialled).toEqual([]);
    },
  );

  test('T05: 10,000 random spellings of private addresses are silence', async () => {
    const networks = [
      [10, 8],
      [127, 8],
      [0, 8],
      [169.254, 16],
      [192.168, 16],
    ] as const;
    const number = fc.tuple(fc.constantFrom(...networks), fc.nat(2 ** 16 - 1)).map(([[network, bits], rest]) => {
      const [a = 0, b = 0] = String(network).split('.').map(Number);
      return a * 2 ** 24 + (bits === 16 ? b : rest % 256) * 2 ** 16 + rest;
    });
    const bytes = (value: number) => [24, 16, 8, 0].map((bits) => Math.floor(value / 2 ** bits) % 256);
    const spellings: ((value: number) => string)[] = [
      (value) => bytes(value).join('.'),
      (value) => String(value),
      (value) => `0x${value.toString(16)}`,
      (value) => `0${value.toString(8)}`,
      (value) =>
        bytes(value)
          .map((byte) => `0x${byte.toString(16)}`)
          .join('.'),
      (value) =>
        bytes(value)
          .map((byte) => `0${byte.toString(8)}`)
          .join('.'),
      (value) =>
        bytes(value)
          .map((byte) => `%3${String(byte).split('').join('%3')}`)
          .join('.'),
      (value) => `[::ffff:${bytes(value).join('.')}]`,
      (value) => `[64:ff9b::${bytes(value).join('.')}]`,
      (value) => `user:pass@${bytes(value).join('.')}`,
    ];

    await fc.assert(
      fc.asyncProperty(
        number,
        fc.constantFrom(...spellings),
        fc.constantFrom('http', 'https'),
        async (value, spell, scheme) => {
          expect(await ask(`${scheme}://${spell(value)}/`)).toEqual({ outcome: 'silent' });
        },
      ),
      { numRuns: 10_000 },
    );
  }, 60_000);

  test('a limit that is used up is no fault of the server', async () => {
    const limited = createWebProbe({ dial: () => Promise.reject(new Problem('too_many_requests', 'Later.')) });

    await expect(limited('https://a.example/', new AbortController().signal)).rejects.toThrow(Problem);
  });
});
