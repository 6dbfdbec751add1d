import { once } from 'node:events';
import { createServer, IncomingMessage, request, ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { joinTeam, type Person, registerAdmin } from '../../../test/harness/people.ts';
import { publicUrl, startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { importer } from '../../features/contacts/import/test-harness.ts';
import type { Session } from '../session.ts';
import { closeApp } from './draining.ts';
import { createEventStreams } from './event-streams.ts';

let api: TestApi;
const port = () => (api.app.server.address() as AddressInfo).port;
const opened: IncomingMessage[] = [];
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => {
  for (const answer of opened.splice(0)) answer.destroy();
});
afterAll(() => api.close());

type Stream = { answer: IncomingMessage; text: () => string; heard: (kind: string) => number; ended: () => boolean };

/** What a browser's EventSource does. */
async function open({ cookie }: Pick<Person, 'cookie'>): Promise<Stream> {
  const asked = request({
    port: port(),
    host: '127.0.0.1',
    path: '/api/events',
    headers: { host: new URL(publicUrl).host, cookie, accept: 'text/event-stream' },
  }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  opened.push(answer);
  let text = '';
  answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  answer.on('error', () => {});
  return {
    answer,
    text: () => text,
    heard: (kind) => text.split(`data: ${kind}\n`).length - 1,
    ended: () => answer.complete || answer.destroyed,
  };
}

const announce = (kind: string, organizationId: string, clientId = '', userId = '') =>
  api.db.owner.query('select pg_notify($1, $2)', ['live', `${kind}:${organizationId}:${clientId}:${userId}`]);

const hears = (stream: Stream, kind: string) =>
  vi.waitFor(() => expect(stream.heard(kind)).toBeGreaterThan(0), { timeout: 60_000 });

/** News sent before arrives before: after this nothing else is under way. */
async function settled(stream: Stream, { user }: Person): Promise<void> {
  await announce('notifications', user.organizationId, '', user.id);
  await hears(stream, 'notifications');
}

const newClient = async (admin: Person, name: string): Promise<string> =>
  (await admin.request('POST', '/api/clients', { name })).body.id as string;

describe('the event stream', () => {
  test('is for people who are signed in', async () => {
    const { answer } = await open({ cookie: '' });

    expect(answer.statusCode).toBe(401);
  });

  test('tells proxies not to hold it back and browsers when to come back', async () => {
    const { answer, text } = await open(await registerAdmin(api));

    await vi.waitFor(() => expect(text()).toMatch(/^retry: [2-5]\d{3}\n\n$/), { timeout: 60_000 });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
  });

  test('says that an import moves, and nothing of it', async () => {
    const admin = await registerAdmin(api, 'BUSINESS');
    const stream = await open(admin);

    await importer(admin).imported('email\nann@example.com\n');

    await hears(stream, 'imports');
    // Its end is a notification as well, which may be here already.
    expect(stream.text().replace(/retry: \d+\n\n/, '')).toMatch(/^(data: (imports|notifications)\n\n)+$/);
  });

  test('is silent about other organizations, other clients and other people', async () => {
    const [admin, stranger] = [await registerAdmin(api), await registerAdmin(api)];
    const [own, other] = [await newClient(admin, 'Maple'), await newClient(admin, 'Rye')];
    const limited = await joinTeam(api, admin, 'USER', own);
    const { organizationId } = admin.user;
    const streams = { limited: await open(limited), stranger: await open(stranger), admin: await open(admin) };

    await announce('imports', organizationId, other);
    await announce('imports', organizationId);
    await announce('notifications', organizationId, own, admin.user.id);
    await announce('batches', organizationId, own);
    await hears(streams.limited, 'batches');
    await settled(streams.stranger, stranger);

    expect(streams.limited.heard('imports')).toBe(0);
    expect(streams.limited.heard('notifications')).toBe(0);
    expect([streams.stranger.heard('imports'), streams.stranger.heard('batches')]).toEqual([0, 0]);
    expect(streams.admin.heard('imports')).toBe(2);
  });

  test('says nothing that no page knows', async () => {
    const admin = await registerAdmin(api);
    const stream = await open(admin);

    await announce('secrets\ndata: imports', admin.user.organizationId);
    await settled(stream, admin);

    expect(stream.text()).not.toMatch(/secrets|imports/);
  });

  test('ends when the person signs out, and when what they may see changes', async () => {
    const admin = await registerAdmin(api);
    const clientId = await newClient(admin, 'Maple');
    const colleague = await joinTeam(api, admin, 'USER');
    const [own, theirs] = [await open(admin), await open(colleague)];

    await admin.request('PUT', `/api/team/members/${colleague.user.id}`, { role: 'VIEWER' });
    await vi.waitFor(() => expect(theirs.ended()).toBe(true), { timeout: 60_000 });
    await admin.request('POST', '/api/auth/set-active-client', { clientId });
    await vi.waitFor(() => expect(own.ended()).toBe(true), { timeout: 60_000 });
    const last = await open(admin);
    await admin.request('POST', '/api/auth/logout');

    await vi.waitFor(() => expect(last.ended()).toBe(true), { timeout: 60_000 });
  });

  test('goes on when the session is only prolonged', async () => {
    const admin = await registerAdmin(api);
    const stream = await open(admin);

    await api.db.owner.query(
      `update directory.sessions set expires_at = expires_at + interval '1 minute' where user_id = $1`,
      [admin.user.id],
    );
    await settled(stream, admin);

    expect(stream.ended()).toBe(false);
  });

  test('is refused to whoever has too many open', async () => {
    const admin = await registerAdmin(api);
    const streams = await Promise.all(Array.from({ length: 21 }, () => open(admin)));

    expect(streams.filter(({ answer }) => answer.statusCode === 503)).toHaveLength(1);
    streams.find(({ answer }) => answer.statusCode === 200)!.answer.destroy();
    await vi.waitFor(async () => expect((await open(admin)).answer.statusCode).toBe(200), { timeout: 60_000 });
  });
});

test('a stream is cut when its reader does not read', () => {
  const streams = createEventStreams({ cached: () => undefined, find: () => Promise.resolve(null) });
  // Without a socket nothing it is given ever leaves.
  const raw = new ServerResponse(new IncomingMessage(new Socket()));
  const reply = { hijack: () => ({ raw }), getHeaders: () => ({}) } as unknown as FastifyReply;
  streams.open({ session: { ...someone, expiresAt: new Date(Date.now() + 60_000) }, token: '' }, reply);

  for (let count = 0; count < 1_000; count += 1) streams.publish(`imports:${someone.organizationId}::`);
  const soon = raw.destroyed;
  for (let count = 0; count < 1_000; count += 1) streams.publish(`imports:${someone.organizationId}::`);

  expect([soon, raw.destroyed]).toEqual([false, true]);
  expect(raw.writableLength).toBeLessThan(17_000);
});

test('a stream whose browser has gone before it was opened takes no place', async () => {
  const streams = createEventStreams({ cached: () => undefined, find: () => Promise.resolve(null) });
  const session = { ...someone, expiresAt: new Date(Date.now() + 60_000) };
  const tooLate = async (raw: ServerResponse) => {
    await once(raw, 'close');
    streams.open({ session, token: '' }, {
      hijack: () => ({ raw }),
      getHeaders: () => ({}),
    } as unknown as FastifyReply);
  };
  const opens: Promise<void>[] = [];
  const server = createServer((_, response) => void opens.push(tooLate(response))).listen(0, '127.0.0.1');
  await once(server, 'listening');

  for (let count = 1; count <= 21; count += 1) {
    const browser = connect((server.address() as AddressInfo).port, '127.0.0.1');
    browser.write('GET /api/events HTTP/1.1\r\nHost: x\r\n\r\n');
    await vi.waitFor(() => expect(opens).toHaveLength(count), { timeout: 60_000 });
    browser.destroy();
  }

  await expect(Promise.all(opens)).resolves.toHaveLength(21);
  server.close();
});

const someone: Omit<Session, 'expiresAt'> = {
  id: 'session',
  tokenHash: 'hash',
  userId: 'person',
  organizationId: 'organization',
  role: 'ADMIN',
  activeClientId: null,
  clientLimit: null,
  mustChooseClient: false,
  isClientArchived: false,
  hasHostCookie: true,
};

test('a process that stops ends its streams and does not wait for them', async () => {
  const other = await startTestApi();
  await other.app.listen({ port: 0, host: '127.0.0.1' });
  const admin = await registerAdmin(other);
  const asked = request({
    port: (other.app.server.address() as AddressInfo).port,
    host: '127.0.0.1',
    path: '/api/events',
    headers: { host: new URL(publicUrl).host, cookie: admin.cookie },
  }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();

  await closeApp(other.app);
  await vi.waitFor(() => expect(answer.complete).toBe(true), { timeout: 60_000 });
  await other.close();
});
