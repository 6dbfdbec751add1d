import type { AuditSubjects, ReadSubject } from '#platform/audit/audit.ts';

const form: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('forms')
    .select(['name', 'is_active', 'published_version', 'client_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { name, is_active: isActive, published_version: version } = row;
  return { label: name, clientId: row.client_id, values: { name, isActive, version } };
};

export const formSubjects = { form } satisfies Partial<AuditSubjects>;
