import { randomUUID } from 'node:crypto';
import type { TestApi } from '../harness/test-api.ts';
import type { ReadyAdmin } from './ready-admin.ts';
import { createSettings } from '../../src/features/settings/create-settings.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { createCampaigns } from '../../src/features/campaigns/create-campaigns.ts';
import { freezeStepEmail } from '../../src/features/campaigns/steps/freeze-step.ts';
import { openStepCampaign } from '../../src/features/campaigns/steps/open-step.ts';
import { queueStepEmails } from '../../src/features/campaigns/steps/queue-emails.ts';
import { createStepEmail } from '../../src/features/campaigns/steps/step-emails.ts';

export type StepHarness = ReturnType<typeof createStepHarness>;

/** An automation with one email, driven as the engine of automations drives it. */
export function createStepHarness(api: TestApi, admin: ReadyAdmin, clientId: string | null = null) {
  const { organizationId } = admin.user;
  const campaigns = createCampaigns(createSettings({ config: api.config, database: api.database }));
  const ctx = backgroundContext(api.database, organizationId, 'test');
  const step = { automationId: randomUUID(), stepId: 'welcomea' };
  const month = `${new Date().toISOString().slice(0, 7)}-01`;

  return {
    campaigns,
    ctx,
    step,
    month,
    async draft(more: { subject?: string; html?: string } = {}): Promise<string> {
      const { campaignId } = await createStepEmail(ctx, {
        ...step,
        clientId,
        name: 'Welcome: first email',
        subject: 'Welcome aboard',
        html: '<p>Hello {{first_name}}, <a href="https://maple.example/start">start</a></p>',
        ...more,
      });
      return campaignId;
    },
    publish: async (draftId: string): Promise<Buffer> => (await freezeStepEmail(campaigns, ctx, draftId)).contentHash,
    open: (contentHash: Buffer, pass = 1) => openStepCampaign(ctx, { ...step, contentHash, month, pass }),
    queue: (campaignId: string, contactIds: readonly string[]) => queueStepEmails(ctx, campaignId, contactIds),
    async campaign(campaignId: string) {
      const { rows } = await api.db.owner.query<{ status: string; audience: number; ended: number }>(
        `select status, audience::int, (select count(*)::int from campaign_sends where campaign_id = campaigns.id
           and state in ('accepted', 'failed', 'suppressed', 'cancelled', 'uncertain')) as ended
         from campaigns where id = $1`,
        [campaignId],
      );
      return rows[0]!;
    },
  };
}
