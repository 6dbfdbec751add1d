import type { AuditSubjects, ReadSubject } from '#platform/audit/audit.ts';
import { sql } from 'kysely';

const annotation: ReadSubject = async ({ db, organizationId }, id) => {
  const { rows } = await sql<{ text: string; on: string; client_id: string | null }>`
    select text, day::text as on, client_id from annotations where organization_id = ${organizationId} and id = ${id}`.execute(
    db,
  );
  const row = rows[0];
  return row && { label: row.text, clientId: row.client_id, values: { text: row.text, on: row.on } };
};

const goal: ReadSubject = async ({ db, organizationId }, id) => {
  const { rows } = await sql<{ metric: string; target: number; client_id: string | null }>`
    select metric, target::float8 as target, client_id from metric_goals where organization_id = ${organizationId} and id = ${id}`.execute(
    db,
  );
  const row = rows[0];
  return row && { label: row.metric, clientId: row.client_id, values: { metric: row.metric, target: row.target } };
};

export const dashboardSubjects = { annotation, goal } satisfies Partial<AuditSubjects>;
