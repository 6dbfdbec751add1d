import type { AuditSubjects, ReadSubject } from '#platform/audit/audit.ts';

const clientTemplate: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('client_templates')
    .select(['name', 'client_id', 'kinds'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { label: row.name, clientId: row.client_id, values: { name: row.name, kinds: row.kinds } };
};

export const clientTemplateSubjects = { 'client-template': clientTemplate } satisfies Partial<AuditSubjects>;
