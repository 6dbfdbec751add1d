import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { emit } from '#platform/outbox/outbox.ts';
import { campaignFailing } from '../events.ts';
import { findProgress } from './queries.ts';

/** Emails that failed, and their share of those that got an answer. Fewer are single bad addresses, which the report shows. */
const many = { failed: 20, share: 0.05 };

/** Tells the team once that many emails fail, from counts that are kept anyway. A retry or a settled doubt tells nothing new. */
export async function noteFailing(ctx: Context, campaignId: string): Promise<void> {
  const { failed = 0, accepted = 0 } = (await findProgress(ctx, [campaignId])).get(campaignId) ?? {};
  const answered = failed + accepted;
  if (failed < many.failed || failed < many.share * answered) return;
  const { rows } = await sql<{ clientId: string | null }>`
    update campaigns set failing_at = now()
    where organization_id = ${ctx.organizationId}::uuid and id = ${campaignId}::uuid and failing_at is null and deleted_at is null
      and contact_id is null and (status = 'ACTIVE' or completed_at > now() - interval '1 hour')
    returning client_id as "clientId"`.execute(ctx.db);
  const [told] = rows;
  if (told) await emit(ctx, campaignFailing, { campaignId, clientId: told.clientId, failed, answered });
}
