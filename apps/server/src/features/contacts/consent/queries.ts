import type { Channel } from '@waggle/contracts/contacts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';

const nameOf = (ctx: Context, column: string) => sql<string | null>`(
  select name from directory.users where organization_id = ${ctx.organizationId}::uuid and id = ${sql.ref(column)})`;

export const findConsents = (ctx: Context, contactId: string) =>
  ctx.db
    .selectFrom('consents as c')
    .select([
      'c.id',
      'c.channel',
      'c.state',
      'c.basis',
      'c.text_shown',
      'c.text_version',
      'c.source',
      'c.expires_at',
      'c.created_at',
    ])
    .select(nameOf(ctx, 'c.recorded_by').as('recorded_by'))
    .where('c.organization_id', '=', ctx.organizationId)
    .where('c.contact_id', '=', contactId)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .execute();
export type ConsentRow = Awaited<ReturnType<typeof findConsents>>[number];

/** What was stated for a whole file holds for everybody it added; it is kept once, on the import. */
export const findImportConsent = (ctx: Context, contactId: string): Promise<ConsentRow | undefined> =>
  ctx.db
    .selectFrom('contacts as c')
    .innerJoin('imports as i', (join) =>
      join.onRef('i.organization_id', '=', 'c.organization_id').onRef('i.id', '=', 'c.import_id'),
    )
    .select([
      'i.id',
      sql<string>`'email'`.as('channel'),
      sql<string>`'granted'`.as('state'),
      sql<string | null>`i.plan ->> 'basis'`.as('basis'),
      sql<string | null>`null`.as('text_shown'),
      sql<number | null>`null::int`.as('text_version'),
      sql<string>`'import'`.as('source'),
      sql<Date | null>`null::timestamptz`.as('expires_at'),
      'c.created_at',
    ])
    .select(nameOf(ctx, 'i.created_by').as('recorded_by'))
    .where('c.organization_id', '=', ctx.organizationId)
    .where('c.id', '=', contactId)
    .where(sql<boolean>`coalesce(i.plan ->> 'basis', '') <> ''`)
    .executeTakeFirst();

type NewConsent = {
  contact_id: string;
  client_id: string | null;
  channel: Channel;
  state: string;
  basis: string | null;
  source: string;
  recorded_by: string | null;
  /** The words people agreed to, and where they stood. */
  text_shown?: string;
  text_version?: number;
  text_hash?: Buffer;
  source_id?: string;
  ip_hash?: RawBuilder<Buffer | null>;
};

export const insertConsent = (ctx: Context, consent: NewConsent) => insertConsents(ctx, [consent]);

export async function insertConsents(ctx: Context, consents: readonly NewConsent[]): Promise<void> {
  const rows = consents.map((consent) => ({ organization_id: ctx.organizationId, ...consent }));
  if (rows.length > 0) await ctx.db.insertInto('consents').values(rows).execute();
}

export async function grantConsent(ctx: Context, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return;
  await ctx.db
    .updateTable('contacts')
    .set({ email_consent: 'granted', updated_at: sql<Date>`now()`, last_activity_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', sql<string>`any(${contactIds}::uuid[])`)
    .execute();
}
