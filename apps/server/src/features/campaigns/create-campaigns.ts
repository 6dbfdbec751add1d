import type { Settings } from '#features/settings/index.ts';
import { createLinkKeys } from '#platform/tracking/link-keys.ts';
import type { Campaigns } from './parts.ts';

export const createCampaigns = (settings: Settings): Campaigns => ({
  settings,
  linkKeys: createLinkKeys(settings.database.tenant(null), settings.secrets),
});
