import { createHash, timingSafeEqual } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type DashboardHandler, createDashboardHandler } from '@pg-boss/dashboard/handler';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';

export type JobsDashboard = { stop(): Promise<void> };

type Settings = Pick<
  Config,
  'DATABASE_URL' | 'JOBS_DASHBOARD_HOST' | 'JOBS_DASHBOARD_PASSWORD' | 'JOBS_DASHBOARD_PORT'
>;

/** For the operator of the installation: it shows the jobs of every organization. Off without a password. */
export async function startJobsDashboard(config: Settings, log: Log): Promise<JobsDashboard | undefined> {
  if (config.JOBS_DASHBOARD_PASSWORD === '') return undefined;

  const show = createDashboardHandler({ databases: [{ url: config.DATABASE_URL, name: 'waggle', schema: 'pgboss' }] });
  const allowed = fingerprint(`Basic ${Buffer.from(`operator:${config.JOBS_DASHBOARD_PASSWORD}`).toString('base64')}`);

  const server = createServer((request, response) => {
    answer(request, response, { show, allowed }).catch((error: unknown) => {
      log.warn({ err: error }, 'the job dashboard failed to answer');
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(config.JOBS_DASHBOARD_PORT, config.JOBS_DASHBOARD_HOST, resolve);
  });
  log.info({ port: config.JOBS_DASHBOARD_PORT }, 'the job dashboard is up; sign in as "operator"');
  return { stop: () => stop(server, show) };
}

type Access = { show: DashboardHandler; allowed: Buffer };

async function answer(request: IncomingMessage, response: ServerResponse, { show, allowed }: Access): Promise<void> {
  if (!timingSafeEqual(fingerprint(request.headers.authorization ?? ''), allowed)) {
    // Guessing is slow work even for many hands: the password has at least 16 characters.
    if (request.headers.authorization) await pause(500);
    response
      .writeHead(401, { 'www-authenticate': 'Basic realm="Waggle jobs", charset="UTF-8"' })
      .end('Sign in as "operator".');
    return;
  }

  const reply = await show(toWebRequest(request));
  response.writeHead(reply.status, {
    ...Object.fromEntries(reply.headers),
    'cache-control': reply.headers.get('cache-control') ?? 'no-store',
    // Its page asks for a font from outside; nobody but this machine needs to know that it is open.
    'content-security-policy': "default-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  if (reply.body) await pipeline(Readable.fromWeb(reply.body as never), response);
  else response.end();
}

function toWebRequest(request: IncomingMessage): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, String(value));
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return new Request(new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`), {
    method: request.method ?? 'GET',
    headers,
    ...(hasBody && { body: Readable.toWeb(request) as never, duplex: 'half' }),
  });
}

async function stop(server: Server, show: DashboardHandler): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await show.close();
}

/** Equal length for the comparison, whatever was typed. */
const fingerprint = (credential: string) => createHash('sha256').update(credential).digest();
