import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { warnOfUnlistedProxy } from './unlisted-proxy.ts';

const hour = 3_600_000;
const sentence = 'X-Forwarded-For from an address that is not in TRUSTED_PROXIES was ignored';

let app: FastifyInstance;
afterEach(() => app.close());

/** A server that believes these proxies, and what it warned of. */
function serverThat(trusts: string[] | false) {
  const warned: { address: string; sentence: string }[] = [];
  const clock = { now: 0 };
  const log = {
    warn: (about: { address: string }, sentence: string) => void warned.push({ ...about, sentence }),
  } as unknown as Parameters<typeof warnOfUnlistedProxy>[0];
  app = fastify({ trustProxy: trusts });
  app.addHook(
    'onRequest',
    warnOfUnlistedProxy(log, () => clock.now),
  );
  app.get('/', (request) => ({ visitor: request.ip }));
  const visit = async (remoteAddress: string, forwarded?: string) =>
    (
      await app.inject({
        url: '/',
        remoteAddress,
        ...(forwarded !== undefined && { headers: { 'x-forwarded-for': forwarded } }),
      })
    ).json<{ visitor: string }>().visitor;
  return { warned, clock, visit };
}

test('P13, S3: a proxy that is not listed is named in the log once an hour, and its word does not count', async () => {
  const { warned, clock, visit } = serverThat(false);

  const visitors = [await visit('10.0.0.7', '198.51.100.1'), await visit('10.0.0.7', '198.51.100.2')];
  clock.now = hour - 1;
  await visit('10.0.0.7', '198.51.100.3');
  const beforeTheHour = warned.length;
  clock.now = hour;
  await visit('10.0.0.7', '198.51.100.4');

  expect(visitors).toEqual(['10.0.0.7', '10.0.0.7']);
  expect(beforeTheHour).toBe(1);
  expect(warned).toEqual([
    { address: '10.0.0.7', sentence },
    { address: '10.0.0.7', sentence },
  ]);
});

test('P13, S3: a listed proxy, and a visitor without one, are no reason to warn', async () => {
  const { warned, visit } = serverThat(['10.0.0.7']);

  expect(await visit('10.0.0.7', '198.51.100.1')).toBe('198.51.100.1');
  expect(await visit('203.0.113.9')).toBe('203.0.113.9');
  expect(warned).toEqual([]);
  expect(await visit('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
  expect(warned).toHaveLength(1);
});

test('S3: strangers who make the header up cannot fill the log', async () => {
  const { warned, visit } = serverThat(false);

  for (let at = 0; at < 60; at += 1) await visit(`203.0.113.${at}`, '198.51.100.1');

  expect(warned).toHaveLength(20);
});
