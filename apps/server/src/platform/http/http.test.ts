import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { endpoints } from '../../features.ts';
import { registerAdmin } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { createApi } from '../../api.ts';
import { loadConfig } from '../config.ts';
import { openDatabase } from '../database/database.ts';
import { createLog } from '../log.ts';
import { createHttpApp } from './app.ts';
import { openApiDocument } from './openapi.ts';
import { serveReference } from './reference.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test('the API reference lists every declared call once, with its right', async () => {
  const document = (await openApiDocument('https://waggle.example', endpoints)) as {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string; 'x-needs': string }>>;
  };
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

  expect(document.openapi).toBe('3.1.0');
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
    endpoints.map(({ name }) => name).toSorted(),
  );
  expect(JSON.stringify(document)).not.toContain('undefined');
});

test('the reference page and its document are served', async () => {
  const visitor = api.visitor();

  expect((await visitor.request('GET', '/api/openapi.json')).body).toMatchObject({ openapi: '3.1.0' });
  expect((await visitor.request('GET', '/api/reference/')).status).toBe(200);
});

test('the API reference is written when somebody asks, and once for every address', async () => {
  let described = 0;
  const shown = endpoints.filter(({ method }) => method === 'GET').slice(0, 3);
  const calls = shown.map((endpoint) => ({
    ...endpoint,
    get reply() {
      described += 1;
      return endpoint.reply;
    },
  }));
  const addresses = ['https://one.example', 'https://two.example'];
  const apps = await Promise.all(
    addresses.map(async (address) => {
      const app = fastify();
      await serveReference(app, address, calls);
      await app.ready();
      return app;
    }),
  );
  const written = async () => {
    for (const [at, app] of apps.entries())
      for (const path of ['openapi.json', 'reference/json', 'reference/yaml']) {
        const { body } = await app.inject({ url: `/api/${path}` });
        expect([path, body.includes(addresses[at]!), body.includes(calls[2]!.name)]).toEqual([path, true, true]);
      }
    return described;
  };

  const counts = [described, await written(), await written()];

  expect(counts).toEqual([0, calls.length, calls.length]);
  await Promise.all(apps.map((app) => app.close()));
});

test('alive without a database, but not ready', async () => {
  const config = loadConfig({ ...envOf(api), DATABASE_URL: 'postgres://waggle_app@127.0.0.1:1/none' });
  const database = openDatabase(config);
  const app = await createApi(config, database, createLog(config, 'test'));

  const [live, ready, me] = await Promise.all([
    app.inject({ url: '/healthz' }),
    app.inject({ url: '/readyz' }),
    app.inject({
      url: '/api/auth/me',
      headers: { host: 'waggle.test', cookie: `waggle.session_token=${'0'.repeat(66)}.x` },
    }),
  ]);

  expect([live.statusCode, ready.statusCode, me.statusCode]).toEqual([200, 503, 503]);
  expect(me.json()).toMatchObject({ code: 'unavailable' });
  expect(me.headers['retry-after']).toBe('5');
  await app.close();
  await database.close();
});

test('F28: a database without room for a row answers 503 with a time to come back', async () => {
  const config = loadConfig(envOf(api));
  const app = await createHttpApp(config, createLog(config, 'test'));
  app.get('/work', async () => {
    throw Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });
  });

  const answer = await app.inject({ url: '/work', headers: { host: 'waggle.test' } });

  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ code: 'unavailable' });
  expect(answer.headers['retry-after']).toBe('5');
  await app.close();
});

test('a blocked event loop sheds new requests with a time to come back', async () => {
  const config = loadConfig({ ...envOf(api), SHED_EVENT_LOOP_DELAY_MS: '50' });
  const app = await createHttpApp(config, createLog(config, 'test'));
  app.get('/work', async () => 'done');
  await app.ready();
  const block = setInterval(() => {
    for (const until = performance.now() + 300; performance.now() < until;);
  }, 1);
  await new Promise((resolve) => setTimeout(resolve, 2_500));

  const answer = await app.inject({ url: '/work', headers: { host: 'waggle.test' } });
  clearInterval(block);

  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  await app.close();
});

test('limits are shared: what one process counted, another refuses', async () => {
  const limited = { ...envOf(api), UNSAFE_NO_RATE_LIMITS: 'false' };
  const build = async () => {
    const config = loadConfig(limited);
    const database = openDatabase(config);
    return { database, app: await createApi(config, database, createLog(config, 'test')) };
  };
  const [one, two] = await Promise.all([build(), build()]);
  // To start two servers blocks this process for so long that both say they are too busy; what they turn away is not counted.
  const forgot = ({ app }: typeof one) =>
    vi.waitFor(
      async () => {
        const answer = await app.inject({
          method: 'POST',
          url: '/api/auth/forgot-password',
          headers: { host: 'waggle.test' },
          payload: { email: 'shared@limits.example' },
        });
        if (answer.statusCode === 503) throw new Error('It is still busy.');
        return answer;
      },
      { timeout: 60_000, interval: 100 },
    );

  const answers = [await forgot(one), await forgot(two), await forgot(one), await forgot(two)];

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
  expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0);
  for (const { app, database } of [one, two]) {
    await app.close();
    await database.close();
  }
});

test('an answer carries only what its contract names', async () => {
  const admin = await registerAdmin(api);

  const { body } = await admin.request('GET', '/api/organization');

  expect(Object.keys(body as object).toSorted()).toEqual([
    'createdAt',
    'id',
    'name',
    'subscriptionTier',
    'timezone',
    'type',
  ]);
});

const envOf = ({ config }: TestApi): Record<string, string> => ({
  PUBLIC_URL: config.PUBLIC_URL,
  DATABASE_URL: config.DATABASE_URL,
  SECRET_KEY: config.SECRET_KEY,
  SMTP_URL: config.SMTP_URL,
  LOG_LEVEL: 'silent',
});

describe('D3: on a developer’s machine', () => {
  const local = { PUBLIC_URL: 'http://localhost:5173' };
  const statusOf = async (env: Record<string, string>, host: string) => {
    const there = await startTestApi({ env });
    try {
      const headers = { host, origin: `http://${host}`, 'content-type': 'application/json' };
      return (await there.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload: '{}' })).statusCode;
    } finally {
      await there.close();
    }
  };

  test.each(['development', 'demo'])('%s answers at localhost and at 127.0.0.1', async (mode) => {
    const env = { ...local, WAGGLE_MODE: mode };

    expect(await statusOf(env, 'localhost:5173')).toBe(400);
    expect(await statusOf(env, '127.0.0.1:5173')).toBe(400);
    expect(await statusOf(env, '127.0.0.1:5174')).toBe(421);
  });

  test('anywhere else only the configured name counts', async () => {
    expect(await statusOf({ ...local, WAGGLE_MODE: 'test' }, '127.0.0.1:5173')).toBe(421);
  });
});
