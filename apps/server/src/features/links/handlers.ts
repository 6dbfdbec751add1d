import { openCountries } from '#features/engagement/index.ts';
import type { Config } from '#platform/config.ts';
import { drainHandler, type DrainHandler } from '#platform/inbox/handlers.ts';
import { type Handler, handle } from '#platform/jobs/handlers.ts';
import { reclassifyScans } from './jobs.ts';
import { scan } from './scans/inbox-kinds.ts';
import { reclassify } from './scans/recount.ts';
import { recordScans } from './scans/scans.ts';

export const linkHandlers = (): Handler[] => [handle(reclassifyScans, (ctx, _, { signal }) => reclassify(ctx, signal))];

/** What scans mean. Opens the operator's location database first, so that a wrong path stops the start. */
export async function linkDrains({ GEOIP_DATABASE }: Pick<Config, 'GEOIP_DATABASE'>): Promise<DrainHandler[]> {
  const countryOf = await openCountries(GEOIP_DATABASE);
  return [drainHandler(scan, (ctx, events) => recordScans(ctx, events, countryOf))];
}
