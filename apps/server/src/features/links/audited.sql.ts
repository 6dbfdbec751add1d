import type { AuditSubjects, ReadSubject } from '#platform/audit/audit.ts';
import { prepared } from '#platform/database/scoped-query.ts';

const qrCode: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('qr_codes')
    .select(['name', 'target_url', 'is_active', 'labels', 'client_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .modifyEnd(prepared)
    .executeTakeFirst();
  if (!row) return undefined;
  const { name, target_url: targetUrl, is_active: isActive, client_id: clientId, labels } = row;
  return { label: name, clientId, values: { name, targetUrl, isActive, labels: labels.join(', ') } };
};

const qrLogo: ReadSubject = async () => undefined;

const qrPreset: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('qr_presets')
    .select(['name', 'client_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { label: row.name, clientId: row.client_id, values: { name: row.name } };
};

export const linkSubjects = {
  'qr-code': qrCode,
  'qr-logo': qrLogo,
  'qr-preset': qrPreset,
} satisfies Partial<AuditSubjects>;
