import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

const purpose = 'qr-logo';

export const findLogo = (ctx: Context, logoId: string) =>
  ctx.db
    .selectFrom('stored_files')
    .select(['content', 'client_id'])
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', logoId)
    .where('purpose', '=', purpose)
    .executeTakeFirst();

export const insertLogo = (ctx: Context, logo: { content: Buffer; client_id: string | null }) =>
  ctx.db
    .insertInto('stored_files')
    .values({ organization_id: ctx.organizationId, purpose, content_type: 'image/png', ...logo })
    .returning('id')
    .executeTakeFirstOrThrow();

/** Tried and not taken, or taken by a code that has another one now, and by no preset. A day, because somebody may be at work on one. */
export const forgetUnusedLogos = (ctx: Context) =>
  ctx.db
    .deleteFrom('stored_files')
    .where('organization_id', '=', ctx.organizationId)
    .where('purpose', '=', purpose)
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .where(
      sql<boolean>`not exists (select from qr_codes
        where qr_codes.organization_id = ${ctx.organizationId} and qr_codes.design->>'logoId' = stored_files.id::text)
        and not exists (select from qr_presets
        where qr_presets.organization_id = ${ctx.organizationId} and qr_presets.design->>'logoId' = stored_files.id::text)`,
    )
    .execute();

export const countLogos = async (ctx: Context): Promise<number> => {
  const { count } = await ctx.db
    .selectFrom('stored_files')
    .select(sql<string>`count(*)`.as('count'))
    .where('organization_id', '=', ctx.organizationId)
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow();
  return Number(count);
};
