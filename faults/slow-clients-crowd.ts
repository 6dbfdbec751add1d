// A process of its own: clients that begin a request and send one byte a second of the rest, and begin again when they are
// cut. `node faults/slow-clients-crowd.ts <port> headers|body <connections> <seconds>`; prints what became of them as JSON.
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const [port, kind, connections, seconds] = process.argv.slice(2);
/** Those of one address are limited by the server, so they come from several. */
const perAddress = 250;

const start = 'POST /api/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ';
const body = 'Content-Type: application/json\r\nContent-Length: 200000\r\n\r\n{"email":"';
const begun = kind === 'body' ? start + 'a\r\n' + body : start;

/** Seconds each connection was held, from the first byte until the server closed it. */
const lives: number[] = [];
const open = new Map<object, number>();
let isOver = false;

function begin(no: number): void {
  if (isOver) return;
  const socket = connect({
    port: Number(port),
    host: '127.0.0.1',
    localAddress: `127.0.1.${1 + Math.floor(no / perAddress)}`,
  });
  let drip: NodeJS.Timeout | undefined;
  socket.on('error', () => {});
  socket.once('connect', () => {
    open.set(socket, performance.now());
    socket.write(begun);
    drip = setInterval(() => socket.write('x'), 1_000);
  });
  socket.resume();
  socket.once('close', () => {
    clearInterval(drip);
    const since = open.get(socket);
    open.delete(socket);
    if (since !== undefined && !isOver) lives.push((performance.now() - since) / 1_000);
    setTimeout(() => begin(no), 250);
  });
}

for (let no = 0; no < Number(connections); no += 1) {
  begin(no);
  // Not all at once: a backlog that is full says nothing about the server.
  if (no % 50 === 49) await pause(50);
}
let most = 0;
for (let second = 0; second < Number(seconds); second += 1) {
  await pause(1_000);
  most = Math.max(most, open.size);
}
isOver = true;
const oldest = Math.max(0, ...[...open.values()].map((since) => (performance.now() - since) / 1_000));
console.log(JSON.stringify({ most, cut: lives.length, longest: Math.max(oldest, ...lives) }));
process.exit();
