import type { AuditSubjects, ReadSubject } from '#platform/audit/audit.ts';
import { prepared } from '#platform/database/scoped-query.ts';
import { chosenMoment } from '../schedule.ts';

export const readCampaignSubject: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('campaigns')
    .select(['name', 'status', 'scheduled_at', 'scheduled_local', 'scheduled_zone', 'each_zone', 'client_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .modifyEnd(prepared)
    .executeTakeFirst();
  if (!row) return undefined;
  const { name, status, client_id: clientId } = row;
  const scheduledAt = chosenMoment(row);
  return { label: name, clientId, values: { name, status, scheduledAt } };
};

export const campaignSubjects = { campaign: readCampaignSubject } satisfies Partial<AuditSubjects>;
