// The production build with its own PostgreSQL and mail catcher, for the browser journeys.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startMailCatcher } from '../apps/server/test/harness/mail-catcher.ts';
import { startPostgres } from '../apps/server/test/harness/postgres.ts';
import { mailPort, origin } from './addresses.ts';

const root = new URL('..', import.meta.url).pathname;
const bundle = `${root}apps/server/dist/waggle.js`;
if (!existsSync(bundle) || !existsSync(`${root}apps/web/dist/index.html`)) throw new Error('Run `pnpm build` first.');

const postgres = await startPostgres();
await migrate(postgres.ownerUrl(), () => {});
const mail = await startMailCatcher();
const owner = new pg.Client({ connectionString: postgres.ownerUrl() });
await owner.connect();
// What a journey cannot do in the browser: read the mail, and buy a plan.
const backstage = createServer((request, reply) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://backstage');
  if (pathname === '/plan') void setPlan(searchParams).then(() => reply.end());
  else reply.setHeader('content-type', 'application/json').end(JSON.stringify(mail.mails));
}).listen(mailPort, '127.0.0.1');

const setPlan = (chosen: URLSearchParams) =>
  owner.query(
    `update organizations set subscription_tier = $1 where id = (select organization_id from directory.users where email = $2)`,
    [chosen.get('tier'), chosen.get('email')],
  );

const { port } = new URL(origin);
const server = spawn('node', [bundle, 'all'], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    WAGGLE_MODE: 'test',
    PUBLIC_URL: origin,
    DATABASE_URL: postgres.appUrl(),
    SECRET_KEY: 'a secret for browser journeys only 0123',
    SMTP_URL: mail.url,
    HOST: '127.0.0.1',
    API_PORT: port,
    EDGE_PORT: '4175',
    WORKER_PORT: '4176',
    METRICS_PORT: '4177',
    WEB_ROOT: `${root}apps/web/dist`,
    LOG_LEVEL: 'warn',
    SHUTDOWN_GRACE_SECONDS: '3',
    // Every journey registers its own people from one address.
    UNSAFE_NO_RATE_LIMITS: 'true',
  },
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

async function stop(): Promise<void> {
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await gone;
  backstage.close();
  await owner.end();
  await mail.close();
  await postgres.destroy();
  process.exit(0);
}
