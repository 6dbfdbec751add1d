import type { FormDefinition } from '@waggle/contracts/form-definition';
import type { Context } from '#platform/context.ts';

const own = (ctx: Context, formId: string) =>
  ctx.db.selectFrom('form_versions').where('organization_id', '=', ctx.organizationId).where('form_id', '=', formId);
const summary = ['version', 'published_at', 'published_by', 'submissions'] as const;

export const findVersions = (ctx: Context, formId: string, most: number) =>
  own(ctx, formId).select(summary).orderBy('version', 'desc').limit(most).execute();
export type VersionRow = Awaited<ReturnType<typeof findVersions>>[number];

export const findVersion = (ctx: Context, formId: string, version: number) =>
  own(ctx, formId).select(summary).select('definition').where('version', '=', version).executeTakeFirst();

export const insertVersion = (
  ctx: Context,
  form: { id: string; client_id: string | null },
  { version, definition }: { version: number; definition: FormDefinition },
) =>
  ctx.db
    .insertInto('form_versions')
    .values({
      organization_id: ctx.organizationId,
      form_id: form.id,
      client_id: form.client_id,
      version,
      definition: JSON.stringify(definition),
      published_by: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
    })
    .execute();
