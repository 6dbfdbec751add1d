// `pnpm dev` and `pnpm demo`: PostgreSQL if none is given, a mail catcher with a page, the three roles and the web app.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { developmentSecretKey } from '../apps/server/src/platform/config.ts';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startMailCatcher } from '../apps/server/test/harness/mail-catcher.ts';
import { type Postgres, startPostgres } from '../apps/server/test/harness/postgres.ts';
import { scenarios } from '../apps/server/db/seed/scenarios.ts';
import { serveMailPage } from './dev/mail-page.ts';

const demo = process.argv.includes('--demo');
const root = new URL('..', import.meta.url).pathname;
const ports = {
  web: 5173,
  api: 3000,
  edge: 3001,
  worker: 3002,
  mailPage: 8025,
  smtp: 2525,
  postgres: demo ? 55_433 : 55_432,
};
const publicUrl = `http://localhost:${ports.web}`;

const children: ChildProcess[] = [];
let postgres: Postgres | undefined;
let ownerUrl = process.env['MIGRATION_DATABASE_URL'];
let appUrl = process.env['DATABASE_URL'];
if (!ownerUrl || !appUrl) {
  const directory = `${root}.data/${demo ? 'demo' : 'dev'}`;
  mkdirSync(directory, { recursive: true });
  postgres = await startPostgres({ directory, port: ports.postgres, durable: true });
  ownerUrl = postgres.ownerUrl();
  appUrl = postgres.appUrl();
}
await migrate(ownerUrl, (line) => console.log(line));

const mail = await startMailCatcher(ports.smtp);
const mailPage = await serveMailPage(mail, ports.mailPage);
if (demo) await seedOnce(appUrl);

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
  EDGE_DATA: `${root}.data/${demo ? 'demo' : 'dev'}-edge`,
  JOURNAL_DIR: `${root}.data/${demo ? 'demo' : 'dev'}-journal`,
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  WAGGLE_API_PORT: String(ports.api),
};
run('node', [...(demo ? [] : ['--watch']), 'apps/server/src/cli.ts', 'all'], env);
run('node_modules/.bin/vite', ['--host', '127.0.0.1', '--port', String(ports.web), '--strictPort', 'apps/web'], env);

await answering(`http://127.0.0.1:${ports.api}/healthz`);
await answering(publicUrl.replace('localhost', '127.0.0.1'));
console.log(
  `\n  Waggle      ${publicUrl}\n  Mail        http://localhost:${ports.mailPage}\n  Parts       ${publicUrl}/dev/ui\n`,
);

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(children.map((child) => (child.exitCode === null ? once(child, 'exit') : Promise.resolve())));
  mailPage.close();
  await mail.close();
  await postgres?.destroy();
  process.exit(0);
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

async function seedOnce(url: string): Promise<void> {
  const database = openDatabase({ DATABASE_URL: url, DATABASE_POOL_SIZE: 2, DATABASE_STATEMENT_TIMEOUT_MS: 10_000 });
  try {
    const known = await database.directory.selectFrom('directory.users').select('id').limit(1).executeTakeFirst();
    const people = known ? [] : await scenarios['demo']!(database);
    console.log(
      people.length > 0
        ? `\n${people.join('\n')}`
        : '\nThe demo data is there already; the password is in apps/server/db/seed/scenarios.ts.',
    );
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
