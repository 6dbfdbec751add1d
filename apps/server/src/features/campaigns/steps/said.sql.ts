import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/** An email of a step as its draft is, or as it was frozen under a hash in hexadecimal. */
export type StepEmail = { automationId: string; stepId: string; campaignId: string; contentHash: string | null };

/** What it says: enough to tell two of them apart, and the subject to show. */
export type SaidEmail = {
  stepId: string;
  subject: string;
  senderId: string | null;
  /** Fingerprint of preview text and content. */
  content: string;
  /** Of tracking, labels of links, reply address, connection and topic. */
  delivery: string;
};

const said = sql`
  given.no, email.step_id as "stepId", email.subject, email.sender_id as "senderId",
  md5(jsonb_build_array(email.preview_text, email.content, email.document)::text) as content,
  md5(jsonb_build_array(email.tracking, email.utm, email.reply_to, email.connection_id, email.topic_id)::text) as delivery`;

/** By place in the list; none for what is not there. */
export async function findSaid(ctx: Context, emails: readonly StepEmail[]): Promise<Map<number, SaidEmail>> {
  if (emails.length === 0) return new Map();
  const { rows } = await sql<SaidEmail & { no: string }>`
    with given as (
      select * from unnest(${emails.map(({ automationId }) => automationId)}::uuid[], ${emails.map(({ stepId }) => stepId)}::text[],
        ${emails.map(({ campaignId }) => campaignId)}::uuid[], ${emails.map(({ contentHash }) => contentHash)}::text[])
        with ordinality as given (automation_id, step_id, campaign_id, hash, no)
    )
    select ${said} from given join campaign_step_contents as email
      on email.organization_id = ${ctx.organizationId}::uuid and email.automation_id = given.automation_id and email.step_id = given.step_id
      and email.content_hash = decode(given.hash, 'hex')
    where given.hash is not null
    union all
    select ${said} from given join campaigns as email
      on email.organization_id = ${ctx.organizationId}::uuid and email.id = given.campaign_id and email.automation_id = given.automation_id
      and email.status = 'DRAFT'
    where given.hash is null`.execute(ctx.db);
  return new Map(rows.map(({ no, ...email }) => [Number(no) - 1, email]));
}

/** Of emails that were frozen, the places in the list of those whose draft says something else by now. */
export async function findChangedSince(ctx: Context, emails: readonly StepEmail[]): Promise<Set<number>> {
  if (emails.length === 0) return new Set();
  const { rows } = await sql<{ no: string }>`
    select given.no
    from unnest(${emails.map(({ automationId }) => automationId)}::uuid[], ${emails.map(({ stepId }) => stepId)}::text[],
      ${emails.map(({ campaignId }) => campaignId)}::uuid[], ${emails.map(({ contentHash }) => contentHash)}::text[])
      with ordinality as given (automation_id, step_id, campaign_id, hash, no)
    join campaign_step_contents as frozen on frozen.organization_id = ${ctx.organizationId}::uuid and frozen.automation_id = given.automation_id
      and frozen.step_id = given.step_id and frozen.content_hash = decode(given.hash, 'hex')
    join campaigns as draft on draft.organization_id = ${ctx.organizationId}::uuid and draft.id = given.campaign_id
      and draft.automation_id = given.automation_id and draft.status = 'DRAFT'
    -- Long contents are read only of drafts that were saved since. A save may have begun shortly before and come after.
    where draft.updated_at > frozen.created_at - interval '1 minute'
      and (draft.subject, draft.preview_text, draft.content, draft.document, draft.tracking, draft.utm, draft.reply_to, draft.connection_id, draft.sender_id,
        draft.topic_id)
        is distinct from (frozen.subject, frozen.preview_text, frozen.content, frozen.document, frozen.tracking, frozen.utm, frozen.reply_to,
          frozen.connection_id, frozen.sender_id, frozen.topic_id)`.execute(ctx.db);
  return new Set(rows.map(({ no }) => Number(no) - 1));
}
