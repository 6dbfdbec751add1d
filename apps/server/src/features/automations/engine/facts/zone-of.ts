import { zoneFor } from '@waggle/automations/zone-for';
import { readOrganization } from '#features/accounts/index.ts';
import { findPresent } from '#features/contacts/index.ts';
import { createBoundedCache } from '#platform/bounded-cache.ts';
import type { Context } from '#platform/context.ts';
import { perDatabase } from '#platform/database/per-database.ts';

/** Milliseconds: how long after a change waits may still go by the zone before. */
const keptMs = 30_000;
const zonesOf = perDatabase(() => createBoundedCache<{ zone: string; until: number }>(2_000));

/** The zone whose calendar waits go by of contacts who have none of their own. Asked by every turn, so it is kept a while. */
export async function zoneOf(ctx: Context): Promise<string> {
  const zones = zonesOf(ctx.db);
  const known = zones.get(ctx.organizationId);
  if (known && known.until > performance.now()) return known.zone;
  const { timezone: zone } = await readOrganization(ctx);
  zones.set(ctx.organizationId, { zone, until: performance.now() + keptMs });
  return zone;
}

export type ZoneOf = (run: { contactId: string }) => string;

/** The same for some people, each by their own zone where they have one. By what the organization has now: few ask. */
export async function findZones(ctx: Context, runs: readonly { contactId: string }[]): Promise<ZoneOf> {
  const { timezone } = await readOrganization(ctx);
  const contacts = await findPresent(
    ctx,
    runs.map(({ contactId }) => contactId),
  );
  const own = new Map(contacts.map(({ id, timeZone }) => [id, timeZone]));
  return ({ contactId }) => zoneFor(own.get(contactId) ?? null, timezone);
}
