import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { createDeadLetterQueues } from './queues.ts';

/** The engine brings its own tables and upgrades them; the application's role may use but not change them. */
export async function installJobTables(ownerUrl: string, owner: pg.ClientBase): Promise<void> {
  const engine = new PgBoss({
    connectionString: ownerUrl,
    schema: 'pgboss',
    supervise: false,
    schedule: false,
    max: 2,
  });
  engine.on('error', () => {});
  await engine.start();
  await engine.stop({ graceful: false });

  await createDeadLetterQueues({ executeSql: (text, values) => owner.query(text, values as unknown[]) });
  await owner.query(`
    grant usage on schema pgboss to waggle_app, waggle_auth;
    grant select, insert, update, delete on all tables in schema pgboss to waggle_app;
    grant usage on all sequences in schema pgboss to waggle_app;
    grant execute on all functions in schema pgboss to waggle_app, waggle_auth;
    alter default privileges in schema pgboss grant select, insert, update, delete on tables to waggle_app;
  `);
  // A sign-in transaction may leave work behind (mail a reset link), and nothing more.
  await owner.query(`
    grant insert, select (id, start_after) on pgboss.job_common to waggle_auth;
    grant insert, select on pgboss.queue to waggle_auth;
  `);
  // Rows live for a second: the usual fifth of the table would be far too late, and a queue without statistics is
  // fetched several times slower.
  await owner.query(`
    alter table pgboss.job_common set (
      autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
      autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500);
    analyze pgboss.job_common, pgboss.queue;
  `);
}
