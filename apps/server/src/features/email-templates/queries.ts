import type { EmailDocument } from '@waggle/contracts/email-document';
import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

const summary = [
  'id',
  'client_id',
  'name',
  'category',
  'subject',
  'preview_text',
  'is_public',
  'created_at',
  'updated_at',
] as const;
const whole = [...summary, 'html', 'text', 'text_basis', 'document'] as const;

/** What is the organization's own serves it alone, unless it is for every client. */
const inSight = (ctx: Context, named?: string) => {
  const clientId = named ?? activeClient(ctx);
  return ctx.db
    .selectFrom('email_templates')
    .where('organization_id', '=', ctx.organizationId)
    .$if(clientId !== null, (query) =>
      query.where((where) =>
        where.or([
          where('client_id', '=', clientId),
          where.and([where('client_id', 'is', null), where('is_public', '=', true)]),
        ]),
      ),
    );
};

export const findTemplates = (ctx: Context, most: number, clientId: string | undefined) =>
  inSight(ctx, clientId)
    .select([...summary, sql<boolean>`document is not null`.as('has_blocks')])
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(most)
    .execute();
export type SummaryRow = Awaited<ReturnType<typeof findTemplates>>[number];

export const findTemplate = (ctx: Context, id: string, clientId?: string) =>
  inSight(ctx, clientId).select(whole).where('id', '=', id).executeTakeFirst();
export type TemplateRow = NonNullable<Awaited<ReturnType<typeof findTemplate>>>;

export const countTemplates = async (ctx: Context): Promise<number> => {
  const { count } = await ctx.db
    .selectFrom('email_templates')
    .select(sql<string>`count(*)`.as('count'))
    .where('organization_id', '=', ctx.organizationId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

export type Written = {
  name: string;
  category: string;
  subject: string;
  preview_text: string;
  html: string;
  text: string;
  text_basis: string | null;
  document: EmailDocument | null;
  is_public: boolean;
};

const stored = <Change extends Partial<Written>>({ document, ...rest }: Change) => ({
  ...rest,
  ...(document === undefined ? {} : { document: document && JSON.stringify(document) }),
});

export const insertTemplate = (ctx: Context, { document, ...template }: Written & { client_id: string | null }) =>
  ctx.db
    .insertInto('email_templates')
    .values({ organization_id: ctx.organizationId, ...template, document: document && JSON.stringify(document) })
    .returning(whole)
    .executeTakeFirstOrThrow();

/** Of the client that is looked at alone: what is for every client is changed by who sees all of them. */
const ownOnly = (ctx: Context) => {
  const clientId = activeClient(ctx);
  return clientId === null ? sql<boolean>`true` : sql<boolean>`client_id = ${clientId}::uuid`;
};

/** Of two who save at once the second waits here, and is then told of the first. */
export const lockTemplate = (ctx: Context, id: string) =>
  ctx.db
    .selectFrom('email_templates')
    .select('updated_at')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', id)
    .where(ownOnly(ctx))
    .forUpdate()
    .executeTakeFirst();

export const updateTemplate = (ctx: Context, id: string, change: Partial<Written>) =>
  ctx.db
    .updateTable('email_templates')
    .set({ ...stored(change), updated_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', id)
    .where(ownOnly(ctx))
    .returning(whole)
    .executeTakeFirst();

export const deleteTemplate = (ctx: Context, id: string) =>
  ctx.db
    .deleteFrom('email_templates')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', id)
    .where(ownOnly(ctx))
    .returning('id')
    .executeTakeFirst();
