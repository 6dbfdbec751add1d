// A process with everything in it, under the settings of production, and two organizations: one attacks, one works.
import { type ChildProcess, fork } from 'node:child_process';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { hashPassword } from '../apps/server/src/features/accounts/sign-in/passwords.ts';
import { createSecrets } from '../apps/server/src/platform/secrets.ts';
import { hashToken } from '../apps/server/src/platform/sessions.ts';
import { startMailCatcher } from '../apps/server/test/harness/mail-catcher.ts';
import { freePort } from '../apps/server/test/harness/postgres.ts';

import type { Health } from './worst-inputs-process.ts';

export const password = 'violet harbour 42';
export const secretKey = 'a secret for hostile inputs only 012345';

export type Server = Awaited<ReturnType<typeof startServer>>;

export async function startServer(databaseUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'waggle-worst-'));
  const mail = await startMailCatcher();
  const [api, edge, worker, metrics, smtp] = await Promise.all(Array.from({ length: 5 }, () => freePort()));
  const child = fork(new URL('./worst-inputs-process.ts', import.meta.url).pathname, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      PUBLIC_URL: `http://127.0.0.1:${api}`,
      LINK_URL: `http://127.0.0.1:${edge}`,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey,
      SMTP_URL: mail.url,
      REGISTRATION: 'open',
      HOST: '127.0.0.1',
      API_PORT: String(api),
      EDGE_PORT: String(edge),
      WORKER_PORT: String(worker),
      METRICS_PORT: String(metrics),
      INBOUND_SMTP_PORT: String(smtp),
      EDGE_DATA: join(folder, 'edge'),
      JOURNAL_DIR: join(folder, 'journal'),
      // Nobody answers there, at once: no run asks the DNS of the machine it runs on.
      DNS_SERVERS: '127.0.0.1:1',
      LOG_LEVEL: 'error',
      SHUTDOWN_DRAIN_SECONDS: '0',
    },
  });
  await ready(child);
  return {
    origin: `http://127.0.0.1:${api}`,
    edge: `http://127.0.0.1:${edge}`,
    smtpPort: smtp!,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    /** Since it was asked before. */
    async health(): Promise<Health> {
      child.send('health');
      return ((await once(child, 'message')) as [Health])[0];
    },
    async close(): Promise<void> {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await mail.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ready(child: ChildProcess): Promise<void> {
  const [said] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown];
  if (said !== 'ready') throw new Error('The process did not start.');
}

export type Organization = {
  id: string;
  /** One cookie for each of its people. */
  cookies: string[];
};

/** An organization with people and contacts, straight into the tables. */
export async function addOrganization(owner: pg.Client, people: number, contacts: number): Promise<Organization> {
  const id = randomUUID();
  await owner.query(
    `insert into organizations (id, name, type, subscription_tier) values ($1, 'Org', 'BUSINESS', 'plus')`,
    [id],
  );
  const cookies: string[] = [];
  for (let person = 0; person < people; person += 1) cookies.push(await addPerson(owner, id));
  await owner.query(
    `insert into contacts (organization_id, email, first_name, last_name)
     select $1, 'p' || n || '@r' || n % 25 || '.example', 'Person ' || n, 'Number ' || n % 100 from generate_series(1, $2::int) n`,
    [id, contacts],
  );
  await owner.query('analyze contacts');
  return { id, cookies };
}

let hash: string | undefined;

async function addPerson(owner: pg.Client, organizationId: string): Promise<string> {
  const token = `01${randomBytes(32).toString('hex')}`;
  const { rows } = await owner.query<{ id: string }>(
    `insert into directory.users (organization_id, email, name, email_confirmed_at)
     values ($1, gen_random_uuid() || '@people.example', 'Person', now()) returning id`,
    [organizationId],
  );
  const userId = rows[0]!.id;
  hash ??= await hashPassword(password);
  await owner.query(
    `insert into directory.accounts (user_id, account_id, provider_id, password) values ($1, $3, 'credential', $2)`,
    [userId, hash, userId],
  );
  await owner.query(`insert into members (organization_id, user_id, role) values ($1, $2, 'ADMIN')`, [
    organizationId,
    userId,
  ]);
  await owner.query(
    `insert into directory.sessions (user_id, token, expires_at) values ($1, $2, now() + interval '12 hours')`,
    [userId, hashToken(token)],
  );
  const signature = createHmac('sha256', secretKey).update(token).digest('base64');
  return `waggle.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}

/** Where a provider reports for this organization, with the secret that makes reports believed. */
export async function addReporter(owner: pg.Client, organizationId: string): Promise<string> {
  const secret = 'a-secret-of-24-bytes-as-text';
  const sealed = createSecrets({ SECRET_KEY: secretKey }).encrypt(
    { purpose: 'provider-events', owner: organizationId },
    secret,
  );
  const id = randomUUID();
  await owner.query(
    `insert into smtp_connections (organization_id, id, name, kind, host, port, tls, max_connections, events_secret)
     values ($1, $2, 'Connection', 'smtp', 'smtp.postmarkapp.com', 587, 'starttls', 5, $3)`,
    [organizationId, id, sealed],
  );
  return `/events/postmark/${organizationId}/${id}/${secret}`;
}
