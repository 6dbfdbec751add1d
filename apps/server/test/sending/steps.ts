import { backgroundContext } from '#platform/background-context.ts';
import { createCampaigns } from '../../src/features/campaigns/create-campaigns.ts';
import { freezeAudience } from '../../src/features/campaigns/freeze.ts';
import { begin } from '../../src/features/campaigns/lifecycle.ts';
import { letAudienceIn } from '../../src/features/campaigns/sequences/start.ts';
import { completeIfDone } from '../../src/features/campaigns/sending/queries.ts';
import { createSettings } from '../../src/features/settings/create-settings.ts';
import type { TestApi } from '../harness/test-api.ts';

export type Steps = ReturnType<typeof stepsOf>;

/** What workers do, one step at a time and at any time of day. */
export function stepsOf(api: TestApi, organizationId: string) {
  const campaigns = createCampaigns(createSettings({ config: api.config, database: api.database }));
  const ctxAt = (now: Date) => ({ ...backgroundContext(api.database, organizationId, 'test'), now: () => now });
  const { owner } = api.db;
  /** The database's clock decides about schedules and cannot be set, so the schedule is moved. */
  const move = (campaignId: string, ms: number) =>
    owner.query(`update campaigns set scheduled_at = scheduled_at + make_interval(secs => $2) where id = $1`, [
      campaignId,
      ms / 1_000,
    ]);
  return {
    campaigns,
    ctxAt,
    /** Now, or as if it were another time. */
    begin: async (campaignId: string, at?: Date, attempt = 1): Promise<void> => {
      const ms = at ? at.getTime() - Date.now() : 0;
      if (at) await move(campaignId, -ms);
      try {
        await begin(campaigns, ctxAt(new Date()), campaignId, attempt);
      } finally {
        if (at) await move(campaignId, ms);
      }
    },
    freeze: (campaignId: string) => freezeAudience(ctxAt(new Date()), campaignId, new AbortController().signal),
    /** The audience of a sequence gets in. */
    letIn: (campaignId: string, signal = new AbortController().signal, parts = campaigns) =>
      letAudienceIn(parts, ctxAt(new Date()), campaignId, signal),
    /** Everybody who waits ends so; then the campaign is looked at. */
    async finish(campaignId: string, state = 'accepted', more = ''): Promise<void> {
      await owner.query(
        `update campaign_sends set state = $2 ${more} where campaign_id = $1 and state in ('pending', 'claimed', 'offering')`,
        [campaignId, state],
      );
      const { rows } = await owner.query<{ month: string | null }>(
        `select to_char(campaign_month, 'YYYY-MM-DD') as month from campaigns where id = $1`,
        [campaignId],
      );
      const month = rows[0]?.month;
      if (month) await completeIfDone(ctxAt(new Date()), { campaignId, month });
    },
  };
}
