import type { AuditSubjects, ReadSubject } from '#platform/audit/audit.ts';

const image: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('images')
    .select(['name', 'alt', 'client_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { label: row.name, clientId: row.client_id, values: { name: row.name, alt: row.alt } };
};

export const imageSubjects = { image } satisfies Partial<AuditSubjects>;
