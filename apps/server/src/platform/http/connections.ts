import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Server, Socket } from 'node:net';
import { clientNetwork } from '../client-network.ts';
import type { Config } from '../config.ts';

/** Timeouts of Node's server, in milliseconds. It looks for overrun ones at the interval, which is 30 s unless told. */
export const serverTimeouts = { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 };
/** The last resort. What is sent too slowly is cut much earlier, by its speed. */
export const requestTimeoutMs = 900_000;

/** Connections a process holds open, of everybody and of one network; an office behind one address has some dozens. */
const most = { total: 4_096, perNetwork: 512 };
/** Bytes a second, over so many seconds: a piece of 4 MiB over a line of 256 kbit takes 130 s and keeps four times this. */
const leastSpeed = { bytesPerSecond: 8_192, seconds: 20 };

type Guarded = Pick<Config, 'TRUSTED_PROXIES' | 'UNSAFE_NO_RATE_LIMITS'>;

/** What a server does against those who open many connections and say little. A listed proxy has one address for everybody. */
export function guardConnections(server: HttpServer, config: Guarded): void {
  cutSlowBodies(server);
  const isOneForAll = config.TRUSTED_PROXIES.length > 0 || config.UNSAFE_NO_RATE_LIMITS;
  limitConnections(server, isOneForAll ? { ...most, perNetwork: most.total } : most);
}

/** More are closed at once: whoever opens a thousand must not keep others out. */
export function limitConnections(server: Server, { total, perNetwork }: typeof most): void {
  const open = new Map<string, number>();
  server.maxConnections = total;
  server.on('connection', (socket: Socket) => {
    const network = clientNetwork(socket.remoteAddress ?? '');
    const count = (open.get(network) ?? 0) + 1;
    if (count > perNetwork) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}

/** Cuts a request whose body arrives too slowly, whatever it is for and whether it was answered already or not. */
export function cutSlowBodies(server: HttpServer, { bytesPerSecond, seconds } = leastSpeed): void {
  server.on('request', (request: IncomingMessage) => {
    if (!hasBody(request)) return;
    const { socket } = request;
    let before = socket.bytesRead;
    const timer = setInterval(() => {
      if (request.complete || socket.destroyed) return clearInterval(timer);
      if (socket.bytesRead - before < bytesPerSecond * seconds) socket.destroy();
      before = socket.bytesRead;
    }, seconds * 1_000);
    request.once('end', () => clearInterval(timer));
    timer.unref();
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
