import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { cutSlowReader } from './least-speed.ts';

let server: Server | undefined;
afterEach(() => server?.closeAllConnections());

/** Sends without end; 100 kB a second is the least, judged over 600 ms. */
async function download(content: () => AsyncIterable<Buffer>) {
  const ended = Promise.withResolvers<string>();
  server = createServer((_, response) => {
    const stream = Readable.from(content(), { objectMode: false });
    stream.once('error', (error: Error) => {
      ended.resolve(error.message);
      response.destroy();
    });
    cutSlowReader(response, stream, { bytesPerSecond: 100_000, seconds: 0.6 });
    stream.pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asked = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }).end();
  asked.on('error', () => {});
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.on('error', () => {});
  return { answer, ended: ended.promise };
}

async function* endless(): AsyncGenerator<Buffer> {
  for (;;) yield Buffer.alloc(65_536);
}

test('P12: a reader that stands still is cut, so that it holds no connection', async () => {
  const { ended } = await download(endless);

  expect(await Promise.race([ended, pause(10_000, 'still there')])).toBe('The reader is too slow.');
});

test('P12: a reader that keeps up stays, also where the content itself is slow to come', async () => {
  async function* slow(): AsyncGenerator<Buffer> {
    for (;;) {
      await pause(200);
      yield Buffer.alloc(10);
    }
  }
  const { answer, ended } = await download(slow);
  answer.resume();

  expect(await Promise.race([ended, pause(2_500, 'still there')])).toBe('still there');
});
