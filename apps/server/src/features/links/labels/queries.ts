import { sql } from 'kysely';
import { isOfActiveClient } from '#features/accounts/index.ts';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

/** More do not fit into a menu. */
const mostListed = 500;

const inSight = (ctx: Context) => {
  const clientId = activeClient(ctx);
  return clientId === null ? sql`true` : sql`client_id = ${clientId}::uuid`;
};

export async function findLabels(ctx: Context) {
  const { rows } = await sql<{ name: string; codes: number }>`
    select label as name, count(*)::int as codes from qr_codes, unnest(labels) label
    where organization_id = ${ctx.organizationId} and ${inSight(ctx)}
    group by label order by lower(label), label limit ${mostListed}`.execute(ctx.db);
  return rows;
}

/** How each of these is spelled on codes of that client already; capitals do not make another label. */
export async function findSpellings(
  ctx: Context,
  clientId: string | null,
  labels: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ label: string }>`
    select distinct on (lower(label)) label from qr_codes, unnest(labels) label
    where organization_id = ${ctx.organizationId} and client_id is not distinct from ${clientId}::uuid
      and lower(label) = any(select lower(wanted) from unnest(${labels}::text[]) wanted)
    order by lower(label), label`.execute(ctx.db);
  return new Map(rows.map(({ label }) => [label.toLowerCase(), label]));
}

type Change = { label: string; to: string | null };

/** On all codes in sight but those of archived clients. Who has the new one already keeps it once. */
export async function replaceLabel(ctx: Context, { label, to }: Change): Promise<number> {
  const { numAffectedRows } = await sql`
    update qr_codes set updated_at = now(), labels = array(
      select distinct case when one = ${label}::text then ${to}::text else one end as shown from unnest(labels) one
      where one <> ${label}::text or ${to}::text is not null order by 1)
    where organization_id = ${ctx.organizationId} and ${inSight(ctx)} and ${isOfActiveClient(ctx)}
      and ${label}::text = any(labels)`.execute(ctx.db);
  return Number(numAffectedRows);
}

export type Labelled = { id: string; client_id: string | null; labels: string[] };

export const lockLabelled = async (ctx: Context, ids: readonly string[]): Promise<Labelled[]> => {
  const { rows } = await sql<Labelled>`
    select id, client_id, labels from qr_codes
    where organization_id = ${ctx.organizationId} and ${inSight(ctx)} and id = any(${ids}::uuid[])
    order by id for no key update`.execute(ctx.db);
  return rows;
};

type Assigned = { ids: readonly string[]; label: string };

/** Whoever has it already, in any spelling, stays as it is. */
export async function addLabel(ctx: Context, { ids, label }: Assigned): Promise<number> {
  const { numAffectedRows } = await sql`
    update qr_codes set updated_at = now(), labels = array(
      select one from unnest(labels || ${label}::text) one order by lower(one), one)
    where organization_id = ${ctx.organizationId} and id = any(${ids}::uuid[])
      and not exists (select from unnest(labels) one where lower(one) = lower(${label}::text))`.execute(ctx.db);
  return Number(numAffectedRows);
}

export async function removeLabel(ctx: Context, { ids, label }: Assigned): Promise<number> {
  const { numAffectedRows } = await sql`
    update qr_codes set updated_at = now(), labels = array(
      select one from unnest(labels) one where lower(one) <> lower(${label}::text) order by lower(one), one)
    where organization_id = ${ctx.organizationId} and id = any(${ids}::uuid[])
      and exists (select from unnest(labels) one where lower(one) = lower(${label}::text))`.execute(ctx.db);
  return Number(numAffectedRows);
}
