import type { AuditSubjects, ReadSubject } from '#platform/audit/audit.ts';
import { sql } from 'kysely';

/** Recipients are people: the log says how many, and not who. */
const schedule: ReadSubject = async ({ db, organizationId }, id) => {
  const { rows } = await sql<{ frequency: string; recipients: number; paused: boolean; client_id: string | null }>`
    select frequency, cardinality(recipients) as recipients, paused_at is not null as paused, client_id
    from report_schedules where organization_id = ${organizationId} and id = ${id}`.execute(db);
  const row = rows[0];
  return (
    row && {
      label: row.frequency,
      clientId: row.client_id,
      values: { frequency: row.frequency, recipients: row.recipients, isPaused: row.paused },
    }
  );
};

const link: ReadSubject = async ({ db, organizationId }, id) => {
  const { rows } = await sql<{ period: string; client_id: string | null; is_revoked: boolean }>`
    select (report #>> '{period,from}') || '/' || (report #>> '{period,to}') as period, client_id, revoked_at is not null as is_revoked
    from report_links where organization_id = ${organizationId} and id = ${id}`.execute(db);
  const row = rows[0];
  return row && { label: row.period, clientId: row.client_id, values: { isRevoked: row.is_revoked } };
};

export const reportSubjects = { 'report-schedule': schedule, 'report-link': link } satisfies Partial<AuditSubjects>;
