// A database, a mail server and processes of both versions behind balancers.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../apps/server/test/harness/postgres.ts';
import { type FakeSmtp, startFakeSmtp } from '../apps/server/test/sending/fake-smtp.ts';
import { Balancer } from './upgrade-balancer.ts';
import * as versions from './upgrade-versions.ts';

export type Scene = Awaited<ReturnType<typeof createScene>>;

export async function createScene() {
  const postgres = await startPostgres();
  const pace = { ms: 0 };
  const fakeSmtp: FakeSmtp = await startFakeSmtp({ beforeAnswer: () => pause(pace.ms) });
  const owner = new pg.Pool({ connectionString: postgres.ownerUrl(), max: 4 });
  owner.on('error', () => {});
  const [api, edge, worker] = [new Balancer(), new Balancer(), new Balancer()];
  const balancers = { api, edge, worker };
  const running: versions.Running[] = [];
  const env = {
    // Production refuses to run without limits, and drains on its own; here both are said.
    WAGGLE_MODE: 'test',
    SHUTDOWN_DRAIN_SECONDS: '5',
    PUBLIC_URL: 'http://waggle.test',
    DATABASE_URL: postgres.appUrl(),
    SECRET_KEY: 'a secret of the fault runs, long enough',
    SMTP_URL: `smtp://127.0.0.1:${fakeSmtp.port}`,
    ALLOW_PRIVATE_MAIL_SERVERS: 'true',
    REGISTRATION: 'open',
    UNSAFE_NO_RATE_LIMITS: 'true',
    SHED_EVENT_LOOP_DELAY_MS: '0',
    LOG_LEVEL: 'error',
  };

  return {
    postgres,
    owner,
    fakeSmtp,
    pace,
    env,
    api,
    edge,
    async start(version: versions.Version, role: versions.Role): Promise<versions.Running> {
      const one = await versions.startRole(version, role, env);
      running.push(one);
      balancers[role].add(one);
      await balancers[role].ready(one);
      return one;
    },
    /** The last version may close its port without a word, so it is taken out first. */
    async retire(one: versions.Running): Promise<void> {
      await balancers[one.role].takeOut(one);
      await versions.stopRole(one);
    },
    async close(): Promise<void> {
      for (const balancer of Object.values(balancers)) balancer.close();
      for (const { child } of running) child.kill('SIGKILL');
      await fakeSmtp.close();
      await owner.end();
      await postgres.destroy();
    },
  };
}
