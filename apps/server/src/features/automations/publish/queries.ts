import type { FrozenEmail } from '@waggle/automations/program';
import type { AutomationDocument } from '@waggle/contracts/automation-document';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { AutomationRow } from '../queries.ts';

export const findVersion = (ctx: Context, automationId: string, version: number) =>
  ctx.db
    .selectFrom('automation_versions')
    .select(['version', 'document', 'program', 'published_at', 'published_by'])
    .where('organization_id', '=', ctx.organizationId)
    .where('automation_id', '=', automationId)
    .where('version', '=', version)
    .executeTakeFirst();

/** Documents of several automations at once: a list shows a page of them. */
export async function findLiveDocuments(
  ctx: Context,
  automations: readonly Pick<AutomationRow, 'id' | 'live_version'>[],
) {
  const live = automations.filter(({ live_version }) => live_version !== null);
  if (live.length === 0) return [];
  const { rows } = await sql<{ automationId: string; document: unknown; emails: Record<string, FrozenEmail> | null }>`
    select automation_id as "automationId", document, program -> 'emails' as emails from automation_versions
    join unnest(${live.map(({ id }) => id)}::uuid[], ${live.map(({ live_version }) => live_version)}::int[])
      as live (id, version) on live.id = automation_id and live.version = automation_versions.version
    where organization_id = ${ctx.organizationId}::uuid`.execute(ctx.db);
  return rows;
}

/** The highest number given so far: one that was rolled back to is published again under a new one. */
export async function lastVersion(ctx: Context, automationId: string): Promise<number> {
  const { last } = await ctx.db
    .selectFrom('automation_versions')
    .select(({ fn }) => fn.max('version').as('last'))
    .where('organization_id', '=', ctx.organizationId)
    .where('automation_id', '=', automationId)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

type Version = { version: number; document: AutomationDocument; program: object };

export const insertVersion = (
  ctx: Context,
  { id, client_id }: Pick<AutomationRow, 'id' | 'client_id'>,
  { version, document, program }: Version,
) =>
  ctx.db
    .insertInto('automation_versions')
    .values({
      organization_id: ctx.organizationId,
      automation_id: id,
      version,
      client_id,
      document: JSON.stringify(document),
      program: JSON.stringify(program),
      published_by: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
    })
    .execute();

export type Standing = { version: number; step: number; people: string };

/** How many people stand where, of all versions. */
export async function findStanding(ctx: Context, automationId: string): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select version, step, count(*)::text as people from automation_runs
    where organization_id = ${ctx.organizationId}::uuid and automation_id = ${automationId}::uuid
    group by version, step order by version, step`.execute(ctx.db);
  return rows;
}

/** Versions with people inside, as documents and programs. */
export const findVersions = (ctx: Context, automationId: string, versions: readonly number[]) =>
  ctx.db
    .selectFrom('automation_versions')
    .select(['version', 'document', 'program'])
    .where('organization_id', '=', ctx.organizationId)
    .where('automation_id', '=', automationId)
    .where('version', '=', sql<number>`any(${versions}::int[])`)
    .execute();
