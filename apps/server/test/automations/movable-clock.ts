import type { TestDatabase } from '../harness/test-database.ts';

/** Tables whose rows say when they were written. */
const dated = ['automation_turns.happened_at', 'automation_past.ended_at', 'contact_activity.happened_at'];

/**
 * Gives a test database a clock that the test sets: for the application, `now()` is found in a schema before that of PostgreSQL. No
 * program code has a clock of its own, so everything it does goes by it. Called before the application has a connection.
 */
export async function movableClock({ owner }: Pick<TestDatabase, 'owner'>): Promise<(at: number) => Promise<void>> {
  await owner.query(`
    create schema clock;
    create table clock.shown (at timestamptz not null);
    insert into clock.shown values (now());
    create function clock.now() returns timestamptz language sql stable as 'select at from clock.shown';
    grant usage on schema clock to public;
    grant select on clock.shown to public;
    do $$ begin
      execute format('alter role waggle_app in database %I set search_path = clock, pg_catalog, public', current_database());
    end $$`);
  for (const column of dated) {
    const [table, name] = column.split('.');
    await owner.query(`alter table ${table} alter column ${name} set default clock.now()`);
  }
  return async (at) => void (await owner.query('update clock.shown set at = $1', [new Date(at)]));
}
