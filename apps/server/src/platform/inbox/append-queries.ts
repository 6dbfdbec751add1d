import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { isPartitionMissing } from '../database/missing-partition.ts';
import { prepared } from '../database/scoped-query.ts';

/**
 * One parameter for the whole batch, and the same text is the line of the spool. Measured, typed arrays cost the database
 * a little less and this process a little more; the sums are equal. The id of an event is new when it is first told, so
 * looking for it, a quarter of the price, is left to what is told again.
 */
export const insertEvents = (database: Database, events: string) =>
  sql`${insert(events)} ${prepared}`.execute(database.edge);

export const insertEventsAgain = (database: Database, events: string) =>
  sql`${insert(events)} on conflict do nothing ${prepared}`.execute(database.edge);

const insert = (events: string) => sql`
  insert into inbox_events (organization_id, received_on, id, client_id, kind, subject_id, happened_at, payload)
  select event."organizationId", (to_timestamp(event."happenedAt" / 1000) at time zone 'UTC')::date, event.id,
    event."clientId", event.kind, event."subjectId", to_timestamp(event."happenedAt" / 1000), event.signals
  from json_to_recordset(${events}::json) as event (id uuid, "organizationId" uuid, "clientId" uuid, kind text,
    "subjectId" uuid, "happenedAt" float8, signals jsonb)`;

/** Wrong data and broken constraints: the same statement will fail tomorrow. Everything else passes. */
export const isRefusedForGood = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^2[23]/.test(error.code) &&
  !isPartitionMissing(error);
