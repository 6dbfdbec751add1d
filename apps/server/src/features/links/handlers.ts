import type { Config } from '#platform/config.ts';
import type { DrainHandler } from '#platform/inbox/handlers.ts';
import type { Cron } from '#platform/jobs/cron.ts';
import type { Handler } from '#platform/jobs/handlers.ts';
import { openCountries } from './engagement/country.ts';
import { engagementDrains, engagementHandlers } from './engagement/handlers.ts';
import { engagementCrons } from './engagement/jobs.ts';

export const linkHandlers = (): Handler[] => [...engagementHandlers()];

export const linkCrons: Cron[] = [...engagementCrons];

/** What scans mean. Opens the operator's location database first, so that a wrong path stops the start. */
export const linkDrains = async ({ GEOIP_DATABASE }: Pick<Config, 'GEOIP_DATABASE'>): Promise<DrainHandler[]> =>
  engagementDrains(await openCountries(GEOIP_DATABASE));
