import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { CampaignRow } from '../queries.ts';

const own = (ctx: Context, campaignId: string) =>
  ctx.db
    .selectFrom('campaign_versions')
    .where('organization_id', '=', ctx.organizationId)
    .where('campaign_id', '=', campaignId);

const author = sql<string | null>`(
  select users.name from directory.users where users.organization_id = campaign_versions.organization_id
    and users.id = campaign_versions.saved_by)`.as('by');

export const findVersions = (ctx: Context, campaignId: string) =>
  own(ctx, campaignId)
    .select(['id', 'version', 'subject', 'saved_by', 'saved_at'])
    .select(author)
    .orderBy('version', 'desc')
    .orderBy('id', 'desc')
    .execute();

export async function findVersion(ctx: Context, campaignId: string, versionId: string) {
  const row = await own(ctx, campaignId)
    .select(['id', 'version', 'subject', 'preview_text', 'content', 'document', 'saved_by', 'saved_at'])
    .select(author)
    .where('id', '=', versionId)
    .executeTakeFirst();
  return row && { ...row, ...(row as unknown as Pick<CampaignRow, 'content' | 'document'>) };
}

export const findLatest = (ctx: Context, campaignId: string) =>
  own(ctx, campaignId).select('id').orderBy('version', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst();

/** Of a colleague; null for who is gone. */
export async function findName(ctx: Context, userId: string | null): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from directory.users where organization_id = ${ctx.organizationId}::uuid and id = ${userId}::uuid`.execute(
    ctx.db,
  );
  return rows[0]?.name ?? null;
}

/** The campaign as it is now. */
export async function insertVersion(ctx: Context, campaignId: string): Promise<void> {
  await sql`
    insert into campaign_versions (organization_id, campaign_id, client_id, version, subject, preview_text, content, document, saved_by)
    select organization_id, id, client_id, version, subject, preview_text, content, document, changed_by from campaigns
    where organization_id = ${ctx.organizationId}::uuid and id = ${campaignId}::uuid`.execute(ctx.db);
}

export const insertBefore = (ctx: Context, before: CampaignRow) =>
  ctx.db
    .insertInto('campaign_versions')
    .values({
      organization_id: ctx.organizationId,
      campaign_id: before.id,
      client_id: before.client_id,
      version: before.version,
      subject: before.subject,
      preview_text: before.preview_text,
      content: JSON.stringify(before.content),
      document: before.document && JSON.stringify(before.document),
      saved_by: before.changed_by,
      begun_at: before.updated_at,
      saved_at: before.updated_at,
    })
    .execute();

/** The latest version becomes what the campaign is now, if the same person began it a short time ago. */
export async function growVersion(
  ctx: Context,
  campaignId: string,
  { id, minutes }: { id: string; minutes: number },
): Promise<boolean> {
  const { rows } = await sql`
    update campaign_versions kept set version = campaigns.version, subject = campaigns.subject, preview_text = campaigns.preview_text,
      content = campaigns.content, document = campaigns.document, saved_at = now()
    from campaigns
    where kept.organization_id = ${ctx.organizationId}::uuid and kept.id = ${id}::uuid and kept.campaign_id = ${campaignId}::uuid
      and campaigns.organization_id = kept.organization_id and campaigns.id = kept.campaign_id
      and kept.saved_by = campaigns.changed_by and kept.begun_at > now() - make_interval(mins => ${minutes}::int)
    returning kept.id`.execute(ctx.db);
  return rows.length > 0;
}

export async function forgetOldest(ctx: Context, campaignId: string, most: number): Promise<void> {
  await sql`
    delete from campaign_versions where organization_id = ${ctx.organizationId}::uuid and campaign_id = ${campaignId}::uuid
      and id in (
        select id from campaign_versions
        where organization_id = ${ctx.organizationId}::uuid and campaign_id = ${campaignId}::uuid
        order by version desc, id desc offset ${most}::int)`.execute(ctx.db);
}
