// The production build with its own PostgreSQL and mail catcher, for the browser journeys.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startFakeStripe } from '../apps/server/test/fake-stripe/start-fake-stripe.ts';
import { startDnsServer } from '../apps/server/test/harness/dns-server.ts';
import { startMailCatcher } from '../apps/server/test/harness/mail-catcher.ts';
import { startPostgres } from '../apps/server/test/harness/postgres.ts';
import { rowsByTable } from '../apps/server/test/harness/rows-by-table.ts';
import {
  closedMetricsPort,
  closedOrigin,
  hostsTarget,
  linkOrigin,
  mailPort,
  metricsPort,
  origin,
  stripePort,
  workerPort,
} from './addresses.ts';

const root = new URL('..', import.meta.url).pathname;
const bundle = `${root}apps/server/dist/waggle.js`;
if (!existsSync(bundle) || !existsSync(`${root}apps/web/dist/index.html`)) throw new Error('Run `pnpm build` first.');

const postgres = await startPostgres();
await migrate(postgres.ownerUrl(), () => {});
const mail = await startMailCatcher();
const dns = await startDnsServer();
const webhook = { url: `${origin}/api/stripe/webhook`, secret: 'whsec_of_journeys' };
const stripe = await startFakeStripe({ port: stripePort, webhook });
const owner = new pg.Client({ connectionString: postgres.ownerUrl() });
await owner.connect();
// What a journey cannot do in the browser, or does elsewhere: read the mail, confirm an address, buy a plan, publish in DNS, run a mail server, and count what is left of an
// organization.
const backstage = createServer((request, reply) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://backstage');
  if (pathname === '/plan') void setPlan(searchParams).then(() => reply.end());
  else if (pathname === '/confirm') void confirm(searchParams).then(() => reply.end());
  else if (pathname === '/dns') reply.end(publish(searchParams));
  else if (pathname === '/smtp') reply.end(mail.url);
  else if (pathname === '/rows') void leftOf(searchParams).then((left) => reply.end(JSON.stringify(left)));
  else reply.setHeader('content-type', 'application/json').end(JSON.stringify(mail.mails));
}).listen(mailPort, '127.0.0.1');

const setPlan = (chosen: URLSearchParams) =>
  owner.query(
    `update organizations set subscription_tier = $1 where id = (select organization_id from directory.users where email = $2)`,
    [chosen.get('tier'), chosen.get('email')],
  );

/** As if the person had opened the link of the email. */
const confirm = (chosen: URLSearchParams) =>
  owner.query('update directory.users set email_confirmed_at = now() where email = $1', [chosen.get('email')]);

/** The tables that have rows of the organization. */
const leftOf = async (chosen: URLSearchParams) =>
  [...(await rowsByTable(owner, chosen.get('organization')!))].filter(([, rows]) => rows > 0).map(([name]) => name);

function publish(record: URLSearchParams): string {
  const [name, value] = [record.get('name') ?? '', record.get('value') ?? ''];
  dns.zones.set(name, record.get('type') === 'CNAME' ? { cname: value } : { txt: [value] });
  return 'published';
}
const edgeData = mkdtempSync(join(tmpdir(), 'waggle-edge-'));
const { port } = new URL(origin);
const env = {
  ...process.env,
  WAGGLE_MODE: 'test',
  PUBLIC_URL: origin,
  DATABASE_URL: postgres.appUrl(),
  SECRET_KEY: 'a secret for browser journeys only 0123',
  SMTP_URL: mail.url,
  DNS_SERVERS: dns.address,
  REGISTRATION: 'open',
  // Plans are sold, so that journeys meet their limits.
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
  STRIPE_WEBHOOK_SECRET: webhook.secret,
  STRIPE_API_URL: stripe.url,
  STRIPE_SCRIPT_URL: `${stripe.url}/card.js`,
  STRIPE_PRICE_CORE: stripe.prices.core,
  STRIPE_PRICE_PLUS: stripe.prices.plus,
  STRIPE_PRICE_SYSTEM: stripe.prices.system,
  SALES_EMAIL: 'sales@waggle.example',
  ALLOW_PRIVATE_MAIL_SERVERS: 'true',
  // Journeys link to servers on this machine.
  LINK_CHECKS: 'private',
  SPF_INCLUDE: 'spf.waggle.example',
  HOST: '127.0.0.1',
  API_PORT: port,
  EDGE_PORT: new URL(linkOrigin).port,
  LINK_URL: linkOrigin,
  HOSTS_TARGET: hostsTarget,
  WORKER_PORT: String(workerPort),
  METRICS_PORT: String(metricsPort),
  EDGE_DATA: edgeData,
  JOURNAL_DIR: join(edgeData, 'journal'),
  WEB_ROOT: `${root}apps/web/dist`,
  LOG_LEVEL: 'warn',
  SHUTDOWN_GRACE_SECONDS: '3',
  // Every journey registers its own people from one address.
  UNSAFE_NO_RATE_LIMITS: 'true',
};
const start = (role: string, more: Record<string, string> = {}) =>
  spawn('node', [bundle, role], { stdio: ['ignore', 'inherit', 'inherit'], env: { ...env, ...more } });

const servers = [
  start('all'),
  start('api', {
    PUBLIC_URL: closedOrigin,
    API_PORT: new URL(closedOrigin).port,
    METRICS_PORT: String(closedMetricsPort),
    REGISTRATION: 'closed',
  }),
];

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

async function stop(): Promise<void> {
  const gone = servers.map((server) => new Promise((resolve) => server.once('exit', resolve)));
  for (const server of servers) server.kill('SIGTERM');
  await Promise.all(gone);
  rmSync(edgeData, { recursive: true, force: true });
  backstage.close();
  await owner.end();
  await mail.close();
  await dns.close();
  await stripe.close();
  await postgres.destroy();
  process.exit(0);
}
