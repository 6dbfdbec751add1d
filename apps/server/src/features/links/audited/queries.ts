import type { AuditSubjects, ReadSubject } from '#platform/audit/audit.ts';
import { byKey } from '#platform/database/scoped-query.ts';

const qrCode: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('qr_codes')
    .select(['name', 'target_url', 'is_active', 'client_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .modifyEnd(byKey)
    .executeTakeFirst();
  const { name, target_url: targetUrl, is_active: isActive, client_id: clientId } = row ?? {};
  return row && { label: row.name, clientId: clientId ?? null, values: { name, targetUrl, isActive } };
};

const qrLogo: ReadSubject = async () => undefined;

export const linkSubjects = { 'qr-code': qrCode, 'qr-logo': qrLogo } satisfies Partial<AuditSubjects>;
