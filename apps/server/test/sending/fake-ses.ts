import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { startWatch } from '../harness/watch.ts';

/** What the service does with one mail. `kept` says whether it is delivered although the answer says otherwise. */
export type SesRuling =
  | 'accept'
  | { status: number; type?: string; message?: string; retryAfter?: string; kept?: boolean }
  | { hangs: true; kept?: boolean }
  | { resets: true; kept?: boolean };

export type FakeSes = {
  port: number;
  url: string;
  /** By the clock, and by a watch that stands while the machine is busy. */
  calls: { to: string; at: number; quietAt: number; status: number }[];
  /** Addresses mail was delivered to, each as often as it was. */
  delivered: string[];
  close(): Promise<void>;
};

/** The part of Amazon SES that takes mail, over real HTTP, ruled by a script. */
export async function startFakeSes(rule: (to: string, call: number) => SesRuling, port = 0): Promise<FakeSes> {
  const calls: FakeSes['calls'] = [];
  const delivered: string[] = [];
  const sockets = new Set<Socket>();
  const watch = startWatch();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const to = (JSON.parse(body) as { Destination: { ToAddresses: string[] } }).Destination.ToAddresses[0]!;
      const ruling = rule(to, calls.length);
      if (ruling === 'accept' || ruling.kept) delivered.push(to);
      calls.push({ to, at: performance.now(), quietAt: watch(), status: answer(response, ruling) });
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = (server.address() as AddressInfo).port;
  return {
    port: bound,
    url: `http://127.0.0.1:${bound}`,
    calls,
    delivered,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function answer(response: ServerResponse, ruling: SesRuling): number {
  if (ruling === 'accept') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"MessageId":"m"}');
    return 200;
  }
  if ('hangs' in ruling) return 0;
  if ('resets' in ruling) {
    response.socket?.resetAndDestroy();
    return 0;
  }
  const { status, type = 'Unknown', message = 'no', retryAfter } = ruling;
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-amzn-errortype': type,
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
  });
  response.end(JSON.stringify({ message }));
  return status;
}
