import { readOrganization } from '#features/accounts/index.ts';
import { createBoundedCache } from '#platform/bounded-cache.ts';
import type { Context } from '#platform/context.ts';
import { perDatabase } from '#platform/database/per-database.ts';

/** Milliseconds: how long after a change waits may still go by the zone before. */
const keptMs = 30_000;
const zonesOf = perDatabase(() => createBoundedCache<{ zone: string; until: number }>(2_000));

/** The zone whose calendar waits go by: that of the organization, since contacts have none. Asked by every turn, so it is kept a while. */
export async function zoneOf(ctx: Context): Promise<string> {
  const zones = zonesOf(ctx.db);
  const known = zones.get(ctx.organizationId);
  if (known && known.until > performance.now()) return known.zone;
  const { timezone: zone } = await readOrganization(ctx);
  zones.set(ctx.organizationId, { zone, until: performance.now() + keptMs });
  return zone;
}
