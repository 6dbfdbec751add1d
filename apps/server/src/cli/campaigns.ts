import { parseArgs } from 'node:util';
import { z } from 'zod';
import { backgroundContext } from '../features/campaigns/background-context.ts';
import { listCampaigns, readCampaign, type SummaryWithProgress } from '../features/campaigns/campaigns.ts';
import { createCampaigns } from '../features/campaigns/create-campaigns.ts';
import { cancelCampaign, changeStatus, sendCampaign } from '../features/campaigns/lifecycle.ts';
import type { Campaigns } from '../features/campaigns/parts.ts';
import { retryFailed, settleUncertain } from '../features/campaigns/recipients/recipients.ts';
import { createSettings } from '../features/settings/create-settings.ts';
import type { Config } from '../platform/config.ts';
import type { Context } from '../platform/context.ts';
import { openDatabase } from '../platform/database/database.ts';

const options = { organization: { type: 'string' }, as: { type: 'string' } } as const;
const Operated = z.object({
  organization: z.uuid('Say whose campaigns with --organization <id>.'),
  as: z.enum(['accepted', 'failed'], 'Say --as accepted or --as failed.').optional(),
});

type Asked = { campaignId: string; contactIds: string[]; as: 'accepted' | 'failed' | undefined };
type Deed = (campaigns: Campaigns, ctx: Context, asked: Asked) => Promise<unknown>;

/** The same rules the screen uses, for whoever runs the installation. */
const deeds: Record<string, Deed> = {
  list: async (_, ctx) => (await listCampaigns(ctx, { limit: 100, sort: '-createdAt' })).items.map(summary),
  show: async (_, ctx, { campaignId }) => [summary(await readCampaign(ctx, campaignId))],
  send: async (campaigns, ctx, { campaignId }) => [summary((await sendCampaign(campaigns, ctx, campaignId)).campaign)],
  pause: async (campaigns, ctx, { campaignId }) => [summary(await changeStatus(campaigns, ctx, campaignId, 'PAUSED'))],
  resume: async (campaigns, ctx, { campaignId }) => [summary(await changeStatus(campaigns, ctx, campaignId, 'ACTIVE'))],
  cancel: async (_, ctx, { campaignId }) => [summary(await cancelCampaign(ctx, campaignId))],
  retry: async (campaigns, ctx, { campaignId }) => [summary((await retryFailed(campaigns, ctx, campaignId)).campaign)],
  settle: async (_, ctx, { campaignId, contactIds, as }) => {
    if (!as || contactIds.length === 0) throw new Error('Say which contacts, and --as accepted or --as failed.');
    return [summary((await settleUncertain(ctx, campaignId, { contactIds, as })).campaign)];
  },
};

export async function campaignsCommand(config: Config, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [name = '', ...ids] = positionals;
  const deed = deeds[name];
  if (!deed) throw new Error(`Say \`waggle campaigns ${Object.keys(deeds).join('|')}\`.`);
  const { organization, as } = Operated.parse(values);
  const [campaignId, ...contactIds] = z.array(z.uuid('An id is missing or wrong.')).parse(ids);
  if (name !== 'list' && campaignId === undefined) throw new Error('Say which campaign, by its id.');

  const database = openDatabase(config);
  try {
    const campaigns = createCampaigns(createSettings({ config, database }));
    const ctx = backgroundContext(database, organization, 'operator');
    console.table(await deed(campaigns, ctx, { campaignId: campaignId ?? '', contactIds, as }));
  } finally {
    await database.close();
  }
}

const summary = (campaign: SummaryWithProgress) => ({
  id: campaign.id,
  name: campaign.name,
  status: campaign.status,
  hold: campaign.hold_reason,
  scheduledAt: campaign.scheduled_at?.toISOString() ?? null,
  sentAt: campaign.sent_at?.toISOString() ?? null,
  audience: campaign.audience === null ? null : Number(campaign.audience),
  ...campaign.progress,
});
