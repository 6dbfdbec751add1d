import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { countByClient } from '#platform/database/count-by-client.ts';
import type { Written } from '../queries.ts';

export const countTemplatesOf = (ctx: Context, clientIds: readonly string[]) =>
  countByClient(ctx, 'email_templates', clientIds);

export const findTemplatesOf = (ctx: Context, clientId: string) =>
  ctx.db
    .selectFrom('email_templates')
    .select(['name', 'category', 'subject', 'preview_text', 'is_public', 'html', 'text', 'text_basis', 'document'])
    .where('organization_id', '=', ctx.organizationId)
    .where('client_id', '=', clientId)
    .orderBy('id')
    .execute();
export type SourceTemplate = Awaited<ReturnType<typeof findTemplatesOf>>[number];

/** Templates hold up to megabytes of HTML: so many in one statement. */
const atOnce = 25;

export async function insertTemplates(ctx: Context, to: string, templates: readonly Written[]): Promise<void> {
  for (let at = 0; at < templates.length; at += atOnce)
    await sql`
      insert into email_templates
        (organization_id, client_id, name, category, subject, preview_text, is_public, html, text, text_basis, document)
      select ${ctx.organizationId}::uuid, ${to}::uuid, name, category, subject, preview_text, is_public, html, text, text_basis, document
      from json_to_recordset(${JSON.stringify(templates.slice(at, at + atOnce))}::json) as copy (name text, category text,
        subject text, preview_text text, is_public boolean, html text, text text, text_basis text, document json)`.execute(
      ctx.db,
    );
}
