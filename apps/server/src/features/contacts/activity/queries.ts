import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { after, inOrder, page } from '#platform/keyset.ts';

const newestFirst = { by: sql`happened_at`, type: 'timestamptz', id: sql`id`, descending: true } as const;

type Question = { cursor?: string | undefined; limit: number };

export async function findActivity(ctx: Context, contactId: string, { cursor, limit }: Question) {
  const rows = await ctx.db
    .selectFrom('contact_activity')
    .select(['id', 'type', 'happened_at', 'ref_id', 'data'])
    .select(sql<string>`happened_at::text`.as('cursor_value'))
    .where('organization_id', '=', ctx.organizationId)
    .where('contact_id', '=', contactId)
    .where(after(cursor, newestFirst))
    .orderBy(inOrder(newestFirst))
    .limit(limit + 1)
    .execute();
  return page(rows, limit, ({ id }) => id);
}
export type ActivityRow = Awaited<ReturnType<typeof findActivity>>['items'][number];

/** Names of what activity is about, by id. Ids are unique over all kinds of things. */
export async function namesOf(ctx: Context, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const named = (table: 'tags' | 'imports' | 'campaigns' | 'clients' | 'forms') =>
    ctx.db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('organization_id', '=', ctx.organizationId)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`);
  const ofTeam = (table: 'contact_notes' | 'contact_tasks', name: RawBuilder<string>) =>
    ctx.db
      .selectFrom(table)
      .select(['id', name.as('name')])
      .where('organization_id', '=', ctx.organizationId)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`);
  const rows = await named('tags')
    .unionAll(named('imports'))
    .unionAll(named('campaigns'))
    .unionAll(named('clients'))
    .unionAll(named('forms'))
    .unionAll(ofTeam('contact_notes', sql<string>`left(text, ${noteShown})`))
    .unionAll(ofTeam('contact_tasks', sql<string>`title`))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
/** Characters of a note in a line of the timeline. */
const noteShown = 300;

/** Names of people of the team in sight, by id. */
export async function peopleNames(ctx: Context, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('directory.users')
    .select(['id', 'name'])
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What a note or a task left in the timeline goes with it. */
export const deleteLines = (ctx: Context, contactId: string, refId: string, type?: string) =>
  ctx.db
    .deleteFrom('contact_activity')
    .where('organization_id', '=', ctx.organizationId)
    .where('contact_id', '=', contactId)
    .where('ref_id', '=', refId)
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''))
    .execute();

export type StatedInFile = { consent: string; basis: string };

/** What imports stated about the consent of their people, by import; those that stated nothing are not in it. */
export async function findStatedConsents(ctx: Context, importIds: string[]): Promise<Map<string, StatedInFile>> {
  if (importIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string } & StatedInFile>`
    select id, consent, basis from (
      select id, coalesce(plan ->> 'basis', '') as basis,
        coalesce(plan ->> 'consent', case when plan ->> 'basis' <> '' then 'granted' end) as consent
      from imports where organization_id = ${ctx.organizationId} and id = any(${importIds}::uuid[])
    ) stated where consent is not null`.execute(ctx.db);
  return new Map(rows.map(({ id, consent, basis }) => [id, { consent, basis }]));
}
