// `pnpm dev` and `pnpm demo`: PostgreSQL if none is given, a mail catcher with a page, the three roles and the web app.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { developmentSecretKey } from '../apps/server/src/platform/config.ts';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startMailCatcher } from '../apps/server/test/harness/mail-catcher.ts';
import { type Postgres, startPostgres } from '../apps/server/test/harness/postgres.ts';
import { signInLines } from '../apps/server/db/seed/scenarios.ts';
import { bundleBrowser } from './bundle-browser.ts';
import { makeDemo } from './demo/demo.ts';
import { demoStripe } from './dev/demo-stripe.ts';
import { startDemoDns } from './dev/demo-dns.ts';
import { serveMailPage } from './dev/mail-page.ts';
import { openMailbox } from './dev/mailbox.ts';
import { devPorts } from './dev/ports.ts';

const demo = process.argv.includes('--demo');
const root = new URL('..', import.meta.url).pathname;
const data = `${root}.data/${demo ? 'demo' : 'dev'}`;
const ports = devPorts(demo);
const publicUrl = `http://localhost:${ports.web}`;

const children: ChildProcess[] = [];
let postgres: Postgres | undefined;
let ownerUrl = process.env['MIGRATION_DATABASE_URL'];
let appUrl = process.env['DATABASE_URL'];
if (!ownerUrl || !appUrl) {
  mkdirSync(data, { recursive: true });
  postgres = await startPostgres({ directory: data, port: ports.postgres, durable: true });
  ownerUrl = postgres.ownerUrl();
  appUrl = postgres.appUrl();
}
await migrate(ownerUrl, (line) => console.log(line));
await bundleBrowser();

const mailbox = openMailbox(`${data}-mail`);
const mail = await startMailCatcher(ports.smtp, mailbox);
const mailPage = await serveMailPage(mailbox, { port: ports.mailPage, publicUrl });
/** Written when everything is there. */
const dnsFile = `${data}-dns.json`;
const dns = demo ? await startDemoDns(dnsFile) : undefined;
/** So that upgrading can be tried. */
const stripe = demo ? demoStripe({ port: ports.stripe, publicUrl, stateFile: `${data}-stripe.json` }) : undefined;

const env = {
  ...process.env,
  WAGGLE_MODE: demo ? 'demo' : 'development',
  PUBLIC_URL: publicUrl,
  DATABASE_URL: appUrl,
  SECRET_KEY: process.env['SECRET_KEY'] ?? developmentSecretKey,
  SMTP_URL: mail.url,
  REGISTRATION: process.env['REGISTRATION'] ?? 'open',
  ALLOW_PRIVATE_MAIL_SERVERS: 'true',
  HOST: '127.0.0.1',
  API_PORT: String(ports.api),
  EDGE_PORT: String(ports.edge),
  WORKER_PORT: String(ports.worker),
  METRICS_PORT: String(ports.metrics),
  EDGE_DATA: `${data}-edge`,
  JOURNAL_DIR: `${data}-journal`,
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  WAGGLE_API_PORT: String(ports.api),
  // Every email of the demo is caught, and its domains exist in its own DNS alone.
  ...(dns && {
    SENDING_SMTP_URL: mail.url,
    DNS_SERVERS: dns.address,
    RETURN_PATH_HOST: 'bounces.waggle.example',
    INBOUND_SMTP_PORT: String(ports.bounces),
    // Readers of the demo come from many addresses.
    TRUSTED_PROXIES: '127.0.0.1',
  }),
  ...stripe?.env,
};
if (stripe) run('node', stripe.args, env);
run('node', [...(demo ? [] : ['--watch']), 'apps/server/src/cli.ts', 'all'], env);
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

await answering(`http://127.0.0.1:${ports.api}/healthz`);
if (dns)
  await makeOnce(appUrl, dns).catch((error: Error) => {
    console.error(error.message);
    return stop(1);
  });
run('node_modules/.bin/vite', ['--host', '127.0.0.1', '--port', String(ports.web), '--strictPort', 'apps/web'], env);
await answering(publicUrl.replace('localhost', '127.0.0.1'));
if (demo) console.log(`\n${signInLines().join('\n')}`);
console.log(
  `\n  Waggle      ${publicUrl}\n  Email       http://localhost:${ports.mailPage}\n  Parts       ${publicUrl}/dev/ui\n`,
);

async function stop(code = 0): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(children.map((child) => (child.exitCode === null ? once(child, 'exit') : Promise.resolve())));
  mailPage.close();
  await mail.close();
  await dns?.close();
  await postgres?.destroy();
  process.exit(code);
}

function run(command: string, args: string[], environment: NodeJS.ProcessEnv): void {
  const child = spawn(command, args, { cwd: root, env: environment, stdio: ['ignore', 'inherit', 'inherit'] });
  child.once('exit', (code) => {
    if (stopping) return;
    console.error(`${command} ${args.join(' ')} ended with ${code}`);
    void stop();
  });
  children.push(child);
}

async function makeOnce(url: string, { publish, save }: NonNullable<typeof dns>): Promise<void> {
  if (existsSync(dnsFile)) return;
  const database = openDatabase({ DATABASE_URL: url, DATABASE_POOL_SIZE: 4, DATABASE_STATEMENT_TIMEOUT_MS: 30_000 });
  const start = Date.now();
  const say = (line: string) =>
    console.log(`  ${String(Math.round((Date.now() - start) / 1_000)).padStart(3)} s  ${line}`);
  try {
    const known = await database.directory.selectFrom('directory.users').select('id').limit(1).executeTakeFirst();
    if (known) throw new Error('The demo data is incomplete. Stop, delete .data/demo*, and start again.');
    console.log('\nMaking the demo data. This happens once.');
    const server = { port: ports.api, publicUrl };
    await makeDemo({ database, server, mail, bouncePort: ports.bounces, publish, say, ...(stripe && { stripe }) });
    save();
    say('Done');
  } finally {
    await database.close();
  }
}

async function answering(url: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    const up = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${url} did not answer within a minute.`);
}
