import type { Settings } from '#features/settings/index.ts';
import { type Installation, unguarded } from '#platform/installation/installation.ts';
import { createLinkKeys } from '#platform/tracking/link-keys.ts';
import type { Campaigns } from './parts.ts';

export const createCampaigns = (settings: Settings, installation: Installation = unguarded): Campaigns => ({
  settings,
  installation,
  sequences: [],
  running: [],
  linkKeys: createLinkKeys(settings.database.tenant(null), settings.secrets),
});
