import { text } from 'node:stream/consumers';
import { openEvents } from '@waggle/contracts/live';
import type { FastifyInstance } from 'fastify';
import type { DestinationStream } from 'pino';
import { createApi } from '../../src/api.ts';
import { type Config, loadConfig } from '../../src/platform/config.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import type { Subscription } from '../../src/platform/events/subscription.ts';
import type { Installation } from '../../src/platform/installation/installation.ts';
import type { Workers } from '../../src/platform/jobs/workers.ts';
import { createLog } from '../../src/platform/log.ts';
import { createWorker } from '../../src/worker.ts';
import { type MailCatcher, startMailCatcher } from './mail-catcher.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export type Answer = { status: number; body: any; headers: Record<string, unknown>; cookies: string[] };
export type Caller = {
  cookie: string;
  request(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
};

export type TestApi = {
  app: FastifyInstance;
  config: Config;
  database: Database;
  db: TestDatabase;
  mail: MailCatcher;
  /** A browser without a session; keeps the cookies it is given. */
  visitor(): Caller;
  close(): Promise<void>;
};

export const publicUrl = 'http://waggle.test';

type TestApiOptions = {
  workers?: boolean;
  /** Who hears of events, in the workers. */
  listeners?: readonly Subscription[];
  env?: Record<string, string>;
  /** Receives every log line. */
  logTo?: DestinationStream;
  /** Puts something between the features and the database. */
  wrapDatabase?: (database: Database) => Database;
  /** What the server knows of its database; nothing is held without it. */
  installation?: Installation;
};

/** The whole server on a real database and a real SMTP server, called without a socket. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const db = await createTestDatabase();
  const mail = await startMailCatcher();
  const config = loadConfig({
    WAGGLE_MODE: 'test',
    PUBLIC_URL: publicUrl,
    DATABASE_URL: db.appUrl,
    SECRET_KEY: 'a test secret that is long enough 0123',
    SMTP_URL: mail.url,
    // Nobody answers there, at once: no test asks the DNS of the machine it runs on.
    DNS_SERVERS: '127.0.0.1:1',
    REGISTRATION: 'open',
    // The mail servers of tests are on this machine.
    ALLOW_PRIVATE_MAIL_SERVERS: 'true',
    // No test asks the internet.
    LINK_CHECKS: 'off',
    LOG_LEVEL: 'silent',
    SHUTDOWN_GRACE_SECONDS: '2',
    // Billing is on, so that plans and their limits are what is tested.
    STRIPE_SECRET_KEY: 'sk_test_of_nobody',
    // Nobody answers there either.
    STRIPE_API_URL: 'http://127.0.0.1:1',
    SALES_EMAIL: 'sales@waggle.test',
    // Tests are quicker than people; those that measure a limit turn them on.
    UNSAFE_NO_RATE_LIMITS: 'true',
    // A busy machine is no reason to turn a test away.
    SHED_EVENT_LOOP_DELAY_MS: '0',
    DATABASE_STATEMENT_TIMEOUT_MS: '60000',
    ...options.env,
  });
  const log = createLog(config, 'test', options.logTo);
  const database = options.wrapDatabase?.(openDatabase(config)) ?? openDatabase(config);
  const { installation } = options;
  const app = await createApi(config, database, log, { ...(installation && { installation }) });
  const workers: Workers | undefined = options.workers
    ? await createWorker(config, database, log, {
        listeners: options.listeners ?? [],
        ...(installation && { installation }),
      })
    : undefined;
  await app.ready();

  return {
    app,
    config,
    database,
    db,
    mail,
    visitor: () => createCaller(app),
    async close() {
      await workers?.stop();
      await app.close();
      await database.close();
      await mail.close();
      await db.drop();
    },
  };
}

export function createCaller(app: FastifyInstance, cookie = ''): Caller {
  const jar = new Map<string, string>();
  for (const pair of cookie.split('; ').filter(Boolean))
    jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  const caller: Caller = {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    async request(method, url, body, headers = {}) {
      const isStream = method === 'GET' && url.split('?')[0] === openEvents.path;
      const answer = await app.inject({
        method,
        url,
        headers: {
          host: new URL(publicUrl).host,
          ...(jar.size > 0 ? { cookie: caller.cookie } : {}),
          ...(body === undefined ? {} : { 'content-type': typeOf(body) }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: payloadOf(body) }),
        payloadAsStream: isStream,
      });
      // What comes first is the whole answer of a stream here.
      if (isStream && answer.statusCode === 200) answer.raw.res.end();
      const cookies = [answer.headers['set-cookie'] ?? []].flat();
      for (const set of cookies) keep(jar, set);
      return {
        status: answer.statusCode,
        body: parse(isStream ? await text(answer.stream()) : answer.body),
        headers: answer.headers,
        cookies,
      };
    },
  };
  return caller;
}

const typeOf = (body: unknown) => (body instanceof Uint8Array ? 'application/octet-stream' : 'application/json');

function payloadOf(body: unknown): string | Buffer {
  if (body instanceof Uint8Array) return Buffer.from(body);
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function keep(jar: Map<string, string>, set: string): void {
  const [pair = ''] = set.split(';');
  const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
  if (/max-age=0/i.test(set) || value === '') jar.delete(name);
  else jar.set(name, value);
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}
