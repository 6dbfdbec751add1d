import type pg from 'pg';
import type { InboxEvent } from '../apps/server/src/platform/inbox/event.ts';

/** As the edge does it: one statement for all events of a moment. */
export const insertScans = (owner: pg.Pool, events: readonly InboxEvent[]) =>
  owner.query({
    name: 'bench-inbox',
    text: `insert into inbox_events (organization_id, received_on, id, kind, subject_id, happened_at, payload)
     select organization_id, (happened_at at time zone 'UTC')::date, id, 'scan', subject_id, happened_at, payload
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::jsonb[])
       told (organization_id, id, subject_id, happened_at, payload)
     on conflict do nothing`,
    values: [
      events.map(({ organizationId }) => organizationId),
      events.map(({ id }) => id),
      events.map(({ subjectId }) => subjectId),
      events.map(({ happenedAt }) => new Date(happenedAt)),
      events.map(({ signals }) => JSON.stringify(signals)),
    ],
  });

/** Seconds the oldest waiting event has waited. */
export async function lagOf(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query<{ lag: number }>(
    `select coalesce(extract(epoch from clock_timestamp() - min(happened_at)), 0)::float8 as lag
     from inbox_events where drained_at is null`,
  );
  return rows[0]?.lag ?? 0;
}
