import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** Milliseconds between two looks. */
const lookMs = 50;

/** How long the application waits for tables while a migration holds them. */
export function watchLocks(owner: pg.Pool) {
  const started = performance.now();
  const state = { isOver: false, longestWaitMs: 0 };
  const watching = (async () => {
    for (; !state.isOver; await pause(lookMs)) {
      const { rows } = await owner.query<{ ms: number }>(
        `select coalesce(max(extract(epoch from clock_timestamp() - query_start) * 1000), 0)::int as ms
         from pg_stat_activity where usename = 'waggle_app' and wait_event_type = 'Lock' and wait_event = 'relation'`,
      );
      state.longestWaitMs = Math.max(state.longestWaitMs, rows[0]?.ms ?? 0);
    }
  })();
  return {
    async stop() {
      state.isOver = true;
      await watching;
      return { seconds: (performance.now() - started) / 1_000, longestWaitMs: state.longestWaitMs };
    },
  };
}
