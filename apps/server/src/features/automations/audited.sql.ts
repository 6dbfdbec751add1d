import type { AuditSubjects, ReadSubject } from '#platform/audit/audit.ts';

const automation: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('automations')
    .select(['name', 'status', 'live_version', 'client_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { name, status, live_version: version } = row;
  return { label: name, clientId: row.client_id, values: { name, status, version } };
};

export const automationSubjects = { automation } satisfies Partial<AuditSubjects>;
