import { sql } from 'kysely';
import type { AuditSubjects, ReadSubject } from '#platform/audit/audit.ts';

const question: ReadSubject = async ({ db, organizationId }, id) => {
  const { rows } = await sql<{
    metric: string;
    period: string | null;
    breakdown: string | null;
    client_id: string | null;
  }>`
    select metric, period, breakdown, client_id from saved_questions where organization_id = ${organizationId} and id = ${id}`.execute(
    db,
  );
  const row = rows[0];
  return (
    row && {
      label: row.metric,
      clientId: row.client_id,
      values: { metric: row.metric, period: row.period, breakdown: row.breakdown },
    }
  );
};

export const analyticsSubjects = { question } satisfies Partial<AuditSubjects>;
