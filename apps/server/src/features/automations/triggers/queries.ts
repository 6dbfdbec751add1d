import type { AutomationDocument } from '@waggle/contracts/automation-document';
import { sql } from 'kysely';
import { createBoundedCache } from '#platform/bounded-cache.ts';
import type { Context } from '#platform/context.ts';
import type { LiveAutomation } from './listening.ts';

/** Documents kept in this process. Versions never change, so none grows old. */
const documents = createBoundedCache<AutomationDocument>(2_000);

type Open = { id: string; clientId: string | null; status: string; version: number | null };

/** Those that somebody may be inside of or get into. One look-up by key, and nothing more for who has none. */
export async function findOpen(ctx: Context): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select id, client_id as "clientId", status, live_version as version from automations
    where organization_id = ${ctx.organizationId}::uuid and status in ('live', 'paused', 'closing')`.execute(ctx.db);
  return rows;
}

/** Those of them that let people in, with what they say. */
export async function liveAmong(ctx: Context, open: readonly Open[]): Promise<LiveAutomation[]> {
  const live = open.flatMap(({ id, clientId, status, version }) =>
    status === 'live' && version !== null ? [{ id, clientId, version }] : [],
  );
  const found = await documentsOf(ctx, live);
  return live.flatMap((one) => {
    const document = found.get(keyOf(ctx, one));
    return document ? [{ ...one, document }] : [];
  });
}

type Version = { id: string; version: number };
const keyOf = ({ organizationId }: Context, { id, version }: Version) => `${organizationId} ${id} ${version}`;

async function documentsOf(ctx: Context, versions: readonly Version[]): Promise<Map<string, AutomationDocument>> {
  const unknown = versions.filter((one) => !documents.get(keyOf(ctx, one)));
  const read = unknown.length > 0 ? await readVersions(ctx, unknown) : [];
  for (const { document, ...one } of read) documents.set(keyOf(ctx, one), document);
  return new Map(
    versions.flatMap((one) => {
      const key = keyOf(ctx, one);
      const document = documents.get(key);
      return document ? [[key, document] as const] : [];
    }),
  );
}

async function readVersions(ctx: Context, versions: readonly Version[]) {
  const { rows } = await sql<Version & { document: AutomationDocument }>`
    select automation_id as id, version, document from automation_versions
    join unnest(${versions.map(({ id }) => id)}::uuid[], ${versions.map(({ version }) => version)}::int[]) as asked (automation_id, version)
      using (automation_id, version)
    where organization_id = ${ctx.organizationId}::uuid`.execute(ctx.db);
  return rows;
}

/** What every version says that lets people in or has people inside. */
export async function findSpoken(ctx: Context): Promise<AutomationDocument[]> {
  const { rows } = await sql<Version>`
    select id, live_version as version from automations
    where organization_id = ${ctx.organizationId}::uuid and status in ('live', 'paused') and live_version is not null
    union
    select automation_id, version from automation_places join automations
      on automations.organization_id = automation_places.organization_id and automations.id = automation_id
    where automation_places.organization_id = ${ctx.organizationId}::uuid and status in ('live', 'paused', 'closing')`.execute(
    ctx.db,
  );
  return [...(await documentsOf(ctx, rows)).values()];
}
