import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { after, inOrder, page } from '#platform/keyset.ts';

const newestFirst = { by: sql`happened_at`, type: 'timestamptz', id: sql`id`, descending: true } as const;

type Question = { cursor?: string | undefined; limit: number };

export async function findActivity(ctx: Context, contactId: string, { cursor, limit }: Question) {
  const firstOf = (lines: RawBuilder<unknown>) => sql`(
    select id, type, happened_at, ref_id, data from (${lines}) as line
    where ${after(cursor, newestFirst)} order by ${inOrder(newestFirst)} limit ${limit + 1})`;
  const written = sql`select id, type, happened_at, ref_id, data from contact_activity
    where organization_id = ${ctx.organizationId}::uuid and contact_id = ${contactId}::uuid`;
  const { rows } = await sql<ActivityRow & { cursor_value: string }>`
    select *, happened_at::text as cursor_value from (
      ${firstOf(written)} union all ${firstOf(walksOf(ctx, contactId))}
    ) as found order by ${inOrder(newestFirst)} limit ${limit + 1}`.execute(ctx.db);
  return page(rows, limit, ({ id }) => id);
}
export type ActivityRow = { id: string; type: string; happened_at: Date; ref_id: string | null; data: unknown };

/**
 * When a contact got into automations and out of them, read from their runs: a line for each would be written as often as they walk. Both lines of a
 * run have its id.
 */
const walksOf = (ctx: Context, contactId: string) => {
  const whose = sql`organization_id = ${ctx.organizationId}::uuid and contact_id = ${contactId}::uuid`;
  const entered = sql`id, 'automation.entered' as type, entered_at as happened_at, automation_id as ref_id, jsonb_build_object('runId', id) as data`;
  return sql`
    select ${entered} from automation_runs where ${whose}
    union all select ${entered} from automation_past where ${whose}
    union all select id, case reason when 'completed' then 'automation.completed' when 'goal' then 'automation.goal' else 'automation.left' end,
      ended_at, automation_id, jsonb_build_object('runId', id, 'reason', reason) from automation_past where ${whose}`;
};

/** Names of what activity is about, by id. Ids are unique over all kinds of things. */
export async function namesOf(ctx: Context, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const named = (table: 'tags' | 'segments' | 'imports' | 'campaigns' | 'clients' | 'forms' | 'automations') =>
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
    .unionAll(named('segments'))
    .unionAll(named('imports'))
    .unionAll(named('campaigns'))
    .unionAll(named('clients'))
    .unionAll(named('forms'))
    .unionAll(named('automations'))
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

type Click = { campaignId: string; linkNo: number | null };

/** Addresses of links by campaign and number, `<campaign> <number>`. */
export async function clickedLinks(ctx: Context, clicks: readonly Click[]): Promise<Map<string, string>> {
  const asked = clicks.filter(({ linkNo }) => linkNo !== null);
  if (asked.length === 0) return new Map();
  const { rows } = await sql<{ key: string; url: string }>`
    select links.campaign_id || ' ' || links.link_no as key, links.url
    from (select distinct campaign_id, link_no from unnest(${asked.map(({ campaignId }) => campaignId)}::uuid[],
      ${asked.map(({ linkNo }) => linkNo)}::int[]) as clicks (campaign_id, link_no)) asked
    join campaign_links links on links.organization_id = ${ctx.organizationId}::uuid
      and links.campaign_id = asked.campaign_id and links.link_no = asked.link_no and not links.is_trap`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ key, url }) => [key, url]));
}
