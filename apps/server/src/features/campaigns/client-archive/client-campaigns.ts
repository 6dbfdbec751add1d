import type { ClientWork } from '#features/accounts/index.ts';
import { engineOf } from '../sequences/engine.ts';
import type { Campaigns } from '../parts.ts';
import { countGoing, pauseGoing } from './queries.ts';

/** Paused with the reason on its card; nobody is notified of what they just did themselves. */
export const clientCampaigns = (parts: Pick<Campaigns, 'sequences'>): ClientWork => ({
  kind: 'campaigns',
  count: countGoing,
  async stop(ctx, clientId) {
    for (const sequenceId of await pauseGoing(ctx, clientId)) await engineOf(parts).pause(ctx, sequenceId);
  },
});
