import type pg from 'pg';
import { PgBoss } from 'pg-boss';

/** The engine brings its own tables and upgrades them; the application's role may use but not change them. */
export async function installJobTables(ownerUrl: string, owner: pg.ClientBase): Promise<void> {
  const engine = new PgBoss({ connectionString: ownerUrl, schema: 'pgboss', supervise: false, schedule: false, max: 2 });
  engine.on('error', () => {});
  await engine.start();
  await engine.stop({ graceful: false });

  await owner.query(`
    grant usage on schema pgboss to waggle_app;
    grant select, insert, update, delete on all tables in schema pgboss to waggle_app;
    grant usage on all sequences in schema pgboss to waggle_app;
    grant execute on all functions in schema pgboss to waggle_app;
    alter default privileges in schema pgboss grant select, insert, update, delete on tables to waggle_app;
  `);
}
