import type { AuditSubjects, ReadSubject } from '#platform/audit/audit.ts';

const emailTemplate: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('email_templates')
    .select(['name', 'category', 'subject', 'is_public', 'client_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { name, category, subject, is_public: isPublic } = row;
  return { label: name, clientId: row.client_id, values: { name, category, subject, isPublic } };
};

const savedBlock: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('saved_blocks')
    .select(['name', 'kind', 'client_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { label: row.name, clientId: row.client_id, values: { name: row.name, kind: row.kind } };
};

export const templateSubjects = {
  'email-template': emailTemplate,
  'saved-block': savedBlock,
} satisfies Partial<AuditSubjects>;
