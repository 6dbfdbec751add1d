import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { createLog } from './log.ts';
import { listen } from './pg-notify.ts';

let db: TestDatabase;
let relay: Awaited<ReturnType<typeof startRelay>>;
const log = createLog({ LOG_LEVEL: 'silent' }, 'test');
beforeAll(async () => {
  db = await createTestDatabase();
  relay = await startRelay(db.appUrl);
});
afterAll(async () => {
  relay.close();
  await db.drop();
});

/** A way to the database that may fall silent: what was open stays open, and nothing comes through. */
async function startRelay(to: string) {
  const { hostname, port } = new URL(to);
  const open: Socket[] = [];
  const server = createServer((socket) => {
    const beyond = connect(Number(port), hostname);
    socket.pipe(beyond).pipe(socket);
    for (const side of [socket, beyond]) side.on('error', () => {});
    open.push(socket, beyond);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(to);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    connections: () => open.length / 2,
    fallSilent: () => open.forEach((side) => side.unpipe().pause()),
    close() {
      server.close();
      for (const side of open) side.destroy();
    },
  };
}

test('a database host that vanishes without a word is noticed, and listening goes on over a new connection', async () => {
  const heard: string[] = [];
  const resets: boolean[] = [];
  const receive = (payload: string) => void heard.push(payload);
  const reset = (isListening: boolean) => void resets.push(isListening);
  const listener = listen(relay.url, log, [{ channel: 'news', receive, reset }], { everyMs: 200, answerMs: 1_000 });
  await vi.waitFor(() => expect(resets).toEqual([true]), { timeout: 10_000 });
  // Some questions are answered, and nothing comes of them.
  await new Promise((resolve) => setTimeout(resolve, 700));
  const before = relay.connections();

  relay.fallSilent();
  await vi.waitFor(() => expect(resets).toEqual([true, false, true]), { timeout: 10_000 });
  await db.owner.query("select pg_notify('news', 'again')");
  await vi.waitFor(() => expect(heard).toEqual(['again']), { timeout: 10_000 });

  expect([before, relay.connections()]).toEqual([1, 2]);
  await listener.close();
});

test('a listener that was closed asks nothing more and comes back no more', async () => {
  const resets: boolean[] = [];
  const reset = (isListening: boolean) => void resets.push(isListening);
  const before = relay.connections();
  const listener = listen(relay.url, log, [{ channel: 'news', receive: () => {}, reset }], {
    everyMs: 50,
    answerMs: 1_000,
  });
  await vi.waitFor(() => expect(resets).toEqual([true]), { timeout: 10_000 });

  await listener.close();
  await new Promise((resolve) => setTimeout(resolve, 1_500));

  expect([resets, relay.connections()]).toEqual([[true], before + 1]);
});
