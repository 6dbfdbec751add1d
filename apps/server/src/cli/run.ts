import { setTimeout as pause } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import { createApi } from '../api.ts';
import { createEdge, type Edge } from '../edge.ts';
import type { Config } from '../platform/config.ts';
import { type Database, openDatabase, assertRlsEnforced } from '../platform/database/database.ts';
import { assertSchemaFits } from '../platform/database/schema-release.ts';
import { observeWalArchive } from '../platform/database/wal-archive.ts';
import { type Installation, joinInstallation } from '../platform/installation/installation.ts';
import { keepJournal } from '../platform/installation/journal-of.ts';
import { createHttpApp } from '../platform/http/app.ts';
import { closeApp, startDraining } from '../platform/http/draining.ts';
import { serveHealth } from '../platform/http/health.ts';
import { createHeartbeats } from '../platform/heartbeats.ts';
import { startJobsDashboard } from '../platform/jobs/dashboard.ts';
import { createLog, type Log } from '../platform/log.ts';
import { createSecrets } from '../platform/secrets.ts';
import { observeHold, observeJobs, observePool, startTelemetry } from '../platform/telemetry.ts';
import { commitOf, versionOf } from '../version.ts';
import { createWorker } from '../worker.ts';
import { createReplayer } from './journal-replayer.ts';

type Role = 'api' | 'edge' | 'worker';
/** A server says that it is leaving and answers on until the balancer has noticed. */
type Running = { stop(drained: Promise<void>): Promise<void> };
type Start = { config: Config; database: Database; log: Log; edge: Edge | undefined; installation: Installation };

/** Starts the roles of this process and ends them in order: not ready, no new work, open work finished, then the database. */
export async function runRoles(config: Config, roles: readonly Role[]): Promise<void> {
  const name = roles.length > 1 ? 'all' : roles[0]!;
  const log = createLog(config, name);
  const telemetry = startTelemetry(config, name, { version: versionOf(), commit: commitOf() });
  const database = openDatabase(config);
  observePool(database);
  const checked = name === 'edge' ? checkDatabaseLater(database) : checkDatabase(database);
  if (name !== 'edge') await checked;
  const { firstLook, ...installation } = joinInstallation({
    database,
    log,
    role: name,
    folder: config.JOURNAL_DIR,
    days: config.JOURNAL_DAYS,
    replay: createReplayer(config, database),
  });
  observeHold(installation);
  keepJournal(database, { ...installation, secrets: createSecrets(config) });
  // An edge answers without its database, and sends nothing.
  if (name !== 'edge') await firstLook;

  const edge = roles.includes('edge')
    ? await createEdge(config, database, log.child({ role: 'edge' }), { installation })
    : undefined;
  const running: Running[] = [];
  for (const role of roles) running.push(await starters[role]({ config, database, log, edge, installation }));
  log.info({ roles, publicUrl: config.PUBLIC_URL }, 'ready');

  const { SHUTDOWN_DRAIN_SECONDS: drainSeconds, SHUTDOWN_GRACE_SECONDS: graceSeconds } = config;
  closeWithGrace({ delay: (drainSeconds + graceSeconds + 5) * 1_000 }, async ({ err, signal }) => {
    if (err) log.error({ err }, 'stopping after an error nobody caught');
    else log.info({ signal }, 'stopping');
    // Whoever threw cannot be trusted to answer on.
    const drained = pause(err ? 0 : drainSeconds * 1_000);
    await Promise.all(running.map((role) => role.stop(drained)));
    await edge?.close();
    await installation.stop();
    await database.close();
    await telemetry.close();
  });
}

/** What must not serve anybody: a login that looks over the walls, and a program its database has left behind. */
async function checkDatabase(database: Database): Promise<void> {
  await assertRlsEnforced(database);
  await assertSchemaFits(database.pool);
}

/** An edge answers from its copy while the database is away, so it is asked for as soon as it is there. */
async function checkDatabaseLater(database: Database): Promise<void> {
  for (;;) {
    const there = await database.pool.query('select 1').then(
      () => true,
      () => false,
    );
    if (there) return checkDatabase(database);
    await pause(1_000, undefined, { ref: false });
  }
}

const starters: Record<Role, (start: Start) => Promise<Running>> = {
  async api({ config, database, log, edge, installation }) {
    const servePublic = edge && ((app: FastifyInstance) => edge.serveOn(app));
    const app = await createApi(config, database, log.child({ role: 'api' }), { installation, servePublic });
    await app.listen({ host: config.HOST, port: config.API_PORT });
    return stopping(app);
  },

  async edge({ config, edge }) {
    await edge!.app.listen({ host: config.HOST, port: config.EDGE_PORT });
    return stopping(edge!.app);
  },

  async worker({ config, database, log, installation }) {
    const workerLog = log.child({ role: 'worker' });
    const heartbeats = createHeartbeats();
    const workers = await createWorker(config, database, workerLog, { heartbeats, installation });
    observeJobs(database);
    observeWalArchive(database);
    const health = await createHttpApp(config, workerLog);
    serveHealth(health, database, heartbeats);
    await health.listen({ host: config.WORKER_HOST, port: config.WORKER_PORT });
    const dashboard = await startJobsDashboard(config, workerLog);

    return {
      async stop(drained) {
        startDraining(health);
        await workers.stop();
        await dashboard?.stop();
        await drained;
        await closeApp(health);
      },
    };
  },
};

function stopping(app: FastifyInstance): Running {
  return {
    async stop(drained) {
      startDraining(app);
      await drained;
      await closeApp(app);
    },
  };
}
