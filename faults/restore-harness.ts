// An installation on several machines, with people who sign in, and a database that can be put back to a backup.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../apps/server/test/harness/postgres.ts';
import { startFakeSmtp } from '../apps/server/test/sending/fake-smtp.ts';
import { createMachines } from './restore-machines.ts';
import { createSendHarness, type SendHarness, until } from './send-harness.ts';
import { furnish } from './send-tenant.ts';

export type RestoreHarness = Awaited<ReturnType<typeof createRestoreHarness>>;

/** `beforeAnswer` is how long the mail server thinks; `bin` names another PostgreSQL, one that comes with backup programs. */
type Options = { beforeAnswer?: () => Promise<void>; bin?: string };

export async function createRestoreHarness({ beforeAnswer, bin }: Options = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'waggle-restore-'));
  const [apiPort, edgePort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${apiPort}`;
  const sendHarness = await createSendHarness({ PUBLIC_URL: origin }, undefined, undefined, {
    directory,
    ...(bin && { bin }),
  });
  const fakeSmtp = await startFakeSmtp(beforeAnswer && { beforeAnswer });
  const machines = createMachines({
    PATH: process.env['PATH'] ?? '',
    // Limits are off, which production refuses.
    WAGGLE_MODE: 'test',
    PUBLIC_URL: origin,
    DATABASE_URL: sendHarness.config.DATABASE_URL,
    SECRET_KEY: sendHarness.config.SECRET_KEY,
    // System mail finds nobody: the fake SMTP server sees campaigns alone.
    SMTP_URL: 'smtp://127.0.0.1:1',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'fatal',
    HOST: '127.0.0.1',
    API_PORT: String(apiPort),
    EDGE_PORT: String(edgePort),
    WORKER_PORT: '0',
    METRICS_PORT: '0',
    SENDING_LEASE_SECONDS: '3',
    UNSAFE_NO_RATE_LIMITS: 'true',
    SHUTDOWN_GRACE_SECONDS: '5',
    SHUTDOWN_DRAIN_SECONDS: '0',
    ALLOW_PRIVATE_MAIL_SERVERS: 'true',
    REGISTRATION: 'open',
    // A busy machine is no reason to turn anybody away.
    SHED_EVENT_LOOP_DELAY_MS: '0',
  });

  return {
    ...sendHarness,
    fakeSmtp,
    machines,
    directory,
    data: join(directory, 'data'),
    backup: join(directory, 'backup'),
    api: apiOf(origin),
    edgeOrigin: `http://127.0.0.1:${edgePort}`,
    async close() {
      await machines.end('SIGKILL');
      await fakeSmtp.close();
      await sendHarness.close();
      machines.remove();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const admin = { email: 'admin@hive.example', password: 'honeycomb-lattice-42' };

/** A drill holds its own process up for seconds: it would not see that the other side has closed a connection it kept. */
const unkept = { connection: 'close' };

function apiOf(origin: string) {
  const write =
    (method: string) =>
    (path: string, body: object, cookie = '') =>
      fetch(origin + path, {
        method,
        headers: { ...unkept, 'content-type': 'application/json', origin, ...(cookie && { cookie }) },
        body: JSON.stringify(body),
      });
  const post = write('POST');
  const cookieOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; ');
  return {
    post,
    put: write('PUT'),
    get: (path: string, cookie: string) => fetch(origin + path, { headers: { ...unkept, cookie } }),
    register: async () => {
      const more = { name: 'Admin', organizationName: 'Hive', confirmPassword: admin.password };
      const answer = await post('/api/auth/register', { ...admin, ...more });
      const { organization } = (await answer.json()) as { organization: { id: string } };
      return { organizationId: organization.id, cookie: cookieOf(answer) };
    },
    signIn: async () => cookieOf(await post('/api/auth/login', admin)),
  };
}

/** An organization with an ADMIN who can sign in, ready to send to so many people. */
export async function tenantOf(harness: RestoreHarness, people: number) {
  const registered = await harness.api.register();
  const { organizationId } = registered;
  await harness.owner.query(`update organizations set postal_address = '1 Hive Street' where id = $1`, [
    organizationId,
  ]);
  await furnish(harness, organizationId, people, harness.fakeSmtp.port);
  // Real workers would look for records of a domain that does not exist.
  await harness.owner.query(`update sending_domains set next_check_at = now() + interval '1 year'`);
  return registered;
}

/** The files of a cluster, as a snapshot of the disk or a copied folder has them. */
export function copyCluster(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  execFileSync('cp', ['-a', from, to]);
}

export async function isHeld({ owner }: SendHarness): Promise<boolean> {
  const { rows } = await owner.query<{ held: boolean }>('select held_since is not null as held from installation');
  return rows[0]!.held;
}

export const received = ({ fakeSmtp }: Pick<RestoreHarness, 'fakeSmtp'>, count: number) =>
  until(`${count} mails`, () => fakeSmtp.received.length >= count, 180);
