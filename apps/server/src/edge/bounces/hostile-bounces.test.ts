import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSecrets } from '../../platform/secrets.ts';
import { createLinkKeys } from '../../platform/tracking/link-keys.ts';
import { signReturnPath } from '../../platform/tracking/return-path.ts';
import { longestHold } from '../../../test/harness/event-loop.ts';
import { startTestEdge, type TestEdge } from '../../../test/harness/test-edge.ts';
import { limitSessions } from './limits.ts';
import { startWatch } from '../../../test/harness/watch.ts';

const secrets = createSecrets({ SECRET_KEY: 'a test secret that is long enough 0123', SECRET_KEY_PREVIOUS: undefined });
let edge: TestEdge;
let pathFor: () => string;
beforeEach(async () => {
  // Limits are counted by the minute of the clock, which ends in no test.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  edge = await startTestEdge({ INBOUND_SMTP_PORT: '0', HOST: '127.0.0.1', UNSAFE_NO_RATE_LIMITS: 'false' });
  const key = await createLinkKeys(edge.database.tenant(null), secrets).newest();
  pathFor = () =>
    `${signReturnPath(key, { organizationId: edge.organizationId, sendId: randomUUID() })}@bounce.example.org`;
});
afterEach(async () => {
  vi.useRealTimers();
  await edge.close();
});

const send = (to: string, raw: string) =>
  createTransport({ host: '127.0.0.1', port: edge.edge.inboundSmtpPort!, ignoreTLS: true }).sendMail({
    envelope: { from: '', to },
    raw,
  });
const bounce = [
  'From: MAILER-DAEMON@mx.example.net',
  'Content-Type: multipart/report; boundary="b"',
  '',
  '--b',
  'Content-Type: message/delivery-status',
  '',
  'Action: failed',
  'Status: 5.1.1',
  '',
  '--b--',
  '',
].join('\r\n');
const recorded = async () => Number((await edge.db.owner.query('select count(*) from inbox_events')).rows[0].count);

const hostile: Record<string, string> = {
  'group syntax': `From: ${'a:b;'.repeat(250_000)}\r\n\r\nx\r\n`,
  'group syntax in 60 kB': `From: ${'a:b;'.repeat(15_000)}\r\n\r\nx\r\n`,
  '100,000 addresses': `To: ${'a@b.c,'.repeat(100_000)}\r\n\r\nx\r\n`,
  'many headers': `${'a: b\r\n'.repeat(100_000)}\r\nx\r\n`,
  'many parts': `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(50_000)}`,
  'nested parts': Array.from(
    { length: 5_000 },
    (_, no) => `Content-Type: multipart/mixed; boundary=b${no}\r\n\r\n--b${no}\r\n`,
  ).join(''),
};

test.each(Object.entries(hostile))('P11: a bounce of %s holds the edge for less than 100 ms', async (_, raw) => {
  await send(pathFor(), bounce);

  const hold = await longestHold(async () => {
    await send(pathFor(), raw).catch(() => {});
  });

  expect(hold).toBeLessThan(100);
  expect(await recorded()).toBe(1);
  await send(pathFor(), bounce);
  expect(await recorded()).toBe(2);
});

test('P11: a return path takes ten emails a minute, and another one goes on', async () => {
  const path = pathFor();
  for (let sent = 0; sent < 10; sent += 1) await send(path, bounce);

  await expect(send(path, bounce)).rejects.toThrow('451');

  await send(pathFor(), bounce);
  expect(await recorded()).toBe(11);
});

test('P11: who sends ten emails a minute that report nothing is told to come back later', async () => {
  for (let sent = 0; sent < 10; sent += 1) await send(pathFor(), 'Subject: Hello\r\n\r\nx\r\n');

  await expect(send(pathFor(), bounce)).rejects.toThrow('451');
  expect(await recorded()).toBe(0);
});

test('P11: a flood of NOOP ends, and an eleventh session of one address finds no place', async () => {
  const talk = async () => {
    const socket = connect(edge.edge.inboundSmtpPort!, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  const flood = await talk();
  await once(flood, 'data');
  let heard = '';
  flood.on('data', (text) => void (heard += String(text)));
  flood.write('EHLO x\r\n');
  flood.write('NOOP\r\n'.repeat(5_000));
  await closed(flood);
  const sessions = await Promise.all(Array.from({ length: 10 }, talk));
  const eleventh = await talk();
  await closed(eleventh);

  expect(heard).toContain('421');
  expect(sessions.filter(({ closed }) => closed)).toEqual([]);
  for (const session of sessions) session.destroy();
});

test('P11: a session ends after its time, however much it says', async () => {
  const server = createServer((socket) => void socket.on('error', () => {}).resume());
  limitSessions(server, 10, 0.5);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as { port: number }).port, '127.0.0.1');
  socket.on('error', () => {});
  const watch = startWatch();
  const noop = setInterval(() => socket.write('NOOP\r\n'), 50);

  await closed(socket);

  clearInterval(noop);
  server.close();
  expect(watch()).toBeLessThan(3_000);
});

const closed = (socket: Socket) => new Promise<void>((resolve) => void socket.resume().once('close', () => resolve()));
