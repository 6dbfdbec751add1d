import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';
import { prepared } from '#platform/database/scoped-query.ts';
import type { Label } from './classify.ts';
import type { RollUpRows } from './roll-ups.ts';

type ScanRow = {
  id: string;
  happenedAt: number;
  clientId: string | null;
  subjectId: string;
  label: Label;
  reason: string;
  ruleVersion: number;
  visitor: Buffer | null;
  device: string;
  country: string | null;
};

/** Longer than any day on any calendar: the first event of a visitor is never further away than this. */
const aroundDay = 36 * 3_600_000;

/**
 * Answers which were new, and which of them are the first of their visitor on that day. The question whether there was one
 * is worded so that it can only be answered row by row: `exists` would read all events of three days into a hash.
 */
export async function insertScans(ctx: Context, scans: readonly ScanRow[]): Promise<Map<string, boolean>> {
  const times = scans.map(({ happenedAt }) => happenedAt);
  const { rows } = await sql<{ id: string; first_of_day: boolean }>`
    insert into engagement_events (organization_id, happened_at, id, client_id, kind, subject_id, label, label_reason,
      rule_version, visitor, first_of_day, device, country)
    select ${ctx.organizationId}::uuid, happened_at, id, client_id, 'scanned', subject_id, label, reason, rule_version, visitor,
      label = 'human' and (visitor is null or (
        row_number() over (partition by subject_id, visitor, label order by happened_at, id) = 1
        and (
          select true from engagement_events seen
          where seen.organization_id = ${ctx.organizationId} and seen.subject_id = given.subject_id
            and seen.visitor = given.visitor and seen.first_of_day
            and seen.happened_at between ${instant(Math.min(...times) - aroundDay)} and ${instant(Math.max(...times) + aroundDay)}
          limit 1
        ) is null)),
      device, country
    from unnest(
      ${scans.map(({ id }) => id)}::uuid[], ${times.map(instant)}::timestamptz[], ${scans.map(({ clientId }) => clientId)}::uuid[],
      ${scans.map(({ subjectId }) => subjectId)}::uuid[], ${scans.map(({ label }) => label)}::text[],
      ${scans.map(({ reason }) => reason)}::text[], ${scans.map(({ ruleVersion }) => ruleVersion)}::smallint[],
      ${scans.map(({ visitor }) => visitor)}::bytea[], ${scans.map(({ device }) => device)}::text[],
      ${scans.map(({ country }) => country)}::text[]
    ) given (id, happened_at, client_id, subject_id, label, reason, rule_version, visitor, device, country)
    on conflict do nothing
    returning id, first_of_day ${prepared}`.execute(ctx.db);
  return new Map(rows.map(({ id, first_of_day }) => [id, first_of_day]));
}

/** Hours and days in one round trip. One worker at a time writes for an organization, so one slot is enough. */
export async function addToRollUps(ctx: Context, { hours, days }: RollUpRows): Promise<void> {
  await sql`
    with hours as (
      insert into stat_hours (organization_id, subject_id, metric, hour, slot, client_id, total)
      select ${ctx.organizationId}::uuid, subject_id, metric, hour, 0, client_id, total from unnest(
        ${hours.map(({ subjectId }) => subjectId)}::uuid[], ${hours.map(({ metric }) => metric)}::smallint[],
        ${hours.map(({ hourStart }) => instant(hourStart))}::timestamptz[], ${hours.map(({ clientId }) => clientId)}::uuid[],
        ${hours.map(({ total }) => total)}::bigint[]
      ) added (subject_id, metric, hour, client_id, total)
      on conflict (organization_id, subject_id, metric, hour, slot) do update set total = stat_hours.total + excluded.total
    )
    insert into stat_days (organization_id, subject_id, metric, part, day, value, client_id, total)
    select ${ctx.organizationId}::uuid, subject_id, metric, part, day, value, client_id, total from unnest(
      ${days.map(({ subjectId }) => subjectId)}::uuid[], ${days.map(({ metric }) => metric)}::smallint[],
      ${days.map(({ part }) => part)}::text[], ${days.map(({ day }) => day)}::date[], ${days.map(({ value }) => value)}::text[],
      ${days.map(({ clientId }) => clientId)}::uuid[], ${days.map(({ total }) => total)}::bigint[]
    ) added (subject_id, metric, part, day, value, client_id, total)
    on conflict (organization_id, subject_id, metric, part, day, value) do update set total = stat_days.total + excluded.total ${prepared}`.execute(
    ctx.db,
  );
}

type Salt = { day: string; salt: Buffer };

/** Two processes may make one at the same time: the second waits for the first and reads what that has stored. */
export async function readOrMakeSalts(ctx: Context, days: string[]): Promise<{ stored: Salt[]; made: Salt[] }> {
  const stored = await readSalts(ctx, days);
  const missing = days.filter((day) => !stored.some((salt) => salt.day === day));
  if (missing.length === 0) return { stored, made: [] };
  await sql`
    insert into visitor_salts (day, salt)
    select * from unnest(${missing.sort()}::date[], ${missing.map(() => randomBytes(32))}::bytea[])
    on conflict do nothing`.execute(ctx.db);
  return { stored, made: await readSalts(ctx, missing) };
}

async function readSalts(ctx: Context, days: string[]): Promise<Salt[]> {
  const { rows } = await sql<Salt>`
    select day::text, salt from visitor_salts where day = any(${days}::date[])`.execute(ctx.db);
  return rows;
}

export const forgetSaltsBefore = (db: Db, day: string) =>
  sql`delete from visitor_salts where day < ${day}::date`.execute(db);

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
