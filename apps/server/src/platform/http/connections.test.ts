import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { startTestEdge, type TestEdge } from '../../../test/harness/test-edge.ts';
import { cutSlowBodies, limitConnections } from './connections.ts';
import { startWatch } from '../../../test/harness/watch.ts';

describe('a server', () => {
  let server: Server;
  afterEach(() => server.closeAllConnections());
  const listen = async (made: Server) => {
    server = made.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };

  test('F44: closes connections above the limit of a network at once, and takes new ones when old ones have gone', async () => {
    const made = createServer((_, response) => response.end('ok'));
    limitConnections(made, { total: 100, perNetwork: 3 });
    const port = await listen(made);
    const open = () => opened(port);

    const held = [await open(), await open(), await open()];
    const fourth = await open();
    await closed(fourth);
    held[0]!.destroy();
    await vi.waitFor(async () => expect(await connections(made)).toBe(2), { timeout: 60_000 });
    const fifth = await open();
    fifth.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');

    expect(String(await once(fifth, 'data'))).toContain('200 OK');
  });

  test('P19: cuts a body that drips, also after the answer, and lets a slow one through that keeps the least speed', async () => {
    const made = createServer((request, response) => {
      if (request.url === '/early') response.end('early');
      else request.resume().on('end', () => response.end('whole'));
    });
    cutSlowBodies(made, { bytesPerSecond: 1_000, seconds: 0.5 });
    const port = await listen(made);

    const dripped = async (url: string) => {
      const socket = await opened(port);
      const watch = startWatch();
      socket.write(`POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n`);
      const drip = setInterval(() => socket.write('x'), 100);
      await closed(socket);
      clearInterval(drip);
      return watch();
    };
    const slow = await opened(port);
    slow.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4000\r\n\r\n');
    const sending = (async () => {
      for (let part = 0; part < 10; part += 1) {
        slow.write('x'.repeat(400));
        await pause(200);
      }
    })();

    expect(await dripped('/')).toBeLessThan(3_000);
    expect(await dripped('/early')).toBeLessThan(3_000);
    expect(String(await once(slow, 'data'))).toContain('whole');
    await sending;
  });
});

describe('P19, F44: a dripped request is cut within 30 s', () => {
  let api: TestApi;
  let edge: TestEdge;
  let ports: { api: number; edge: number };
  beforeAll(async () => {
    [api, edge] = [await startTestApi(), await startTestEdge()];
    const address = await api.app.listen({ host: '127.0.0.1', port: 0 });
    ports = { api: Number(new URL(address).port), edge: Number(new URL(edge.origin).port) };
  });
  afterAll(async () => {
    await api.close();
    await edge.close();
  });

  const headers = 'POST /api/auth/login HTTP/1.1\r\nHost: waggle.test\r\n';
  const body = `${headers}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`;
  test.concurrent.each([
    ['api', 'its headers', headers],
    ['api', 'its body', body],
    ['api', 'nothing at all', ''],
    ['edge', 'its headers', headers],
    ['edge', 'its body', body],
  ] as const)(
    'by the %s: %s',
    async (role, _, start) => {
      const socket = await opened(ports[role]);
      const watch = startWatch();
      socket.write(start);
      const drip = setInterval(() => start !== '' && socket.write('x'), 1_000);

      await closed(socket.resume());

      clearInterval(drip);
      expect(watch()).toBeLessThan(31_000);
    },
    60_000,
  );
});

const connections = (server: Server) => promisify(server.getConnections.bind(server))();

/** Cut connections may fail before they close. */
const closed = (socket: Socket) => new Promise<void>((resolve) => void socket.once('close', () => resolve()));

async function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}
