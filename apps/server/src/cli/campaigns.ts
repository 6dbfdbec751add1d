import { parseArgs } from 'node:util';
import * as contract from '@waggle/contracts/campaigns';
import { z } from 'zod';
import { readCampaignSubject } from '../features/campaigns/audited/queries.ts';
import { backgroundContext } from '../features/campaigns/background-context.ts';
import { listCampaigns, readCampaign, type SummaryWithProgress } from '../features/campaigns/campaigns.ts';
import { createCampaigns } from '../features/campaigns/create-campaigns.ts';
import { cancelCampaign, changeStatus, sendCampaign } from '../features/campaigns/lifecycle.ts';
import type { Campaigns } from '../features/campaigns/parts.ts';
import type { Acknowledgement } from '../features/campaigns/sending/gates/acknowledge.ts';
import { retryFailed, settleUncertain } from '../features/campaigns/recipients/recipients.ts';
import { createSettings } from '../features/settings/create-settings.ts';
import { asOperator } from '../platform/audit/audit.ts';
import type { Config } from '../platform/config.ts';
import type { Context } from '../platform/context.ts';
import { openDatabase } from '../platform/database/database.ts';

const options = {
  organization: { type: 'string' },
  as: { type: 'string' },
  acknowledge: { type: 'string' },
  reason: { type: 'string' },
} as const;
const Operated = z.object({
  organization: z.uuid('Say whose campaigns with --organization <id>.'),
  as: z.enum(['accepted', 'failed'], 'Say --as accepted or --as failed.').optional(),
  acknowledge: z.enum(contract.holds, 'Say --acknowledge complaints or --acknowledge bounces.').optional(),
  reason: z.string().trim().min(3, 'Give a reason of 3 to 300 characters.').max(300).optional(),
});

type Asked = {
  campaignId: string;
  contactIds: string[];
  as: 'accepted' | 'failed' | undefined;
  acknowledge: Acknowledgement | undefined;
};
type Deed = (campaigns: Campaigns, ctx: Context, asked: Asked) => Promise<unknown>;

/** The same rules the screen uses, for whoever runs the installation. */
const deeds: Record<string, Deed> = {
  list: async (_, ctx) => (await listCampaigns(ctx, { limit: 100, sort: '-createdAt' })).items.map(summary),
  show: async (_, ctx, { campaignId }) => [summary(await readCampaign(ctx, campaignId))],
  send: async (campaigns, ctx, { campaignId }) => {
    const { campaign, recipientCount, clientCount } = await sendCampaign(campaigns, ctx, campaignId);
    return [{ ...summary(campaign), recipients: recipientCount, clients: clientCount }];
  },
  pause: async (campaigns, ctx, { campaignId }) => [
    summary(await changeStatus(campaigns, ctx, campaignId, { status: 'PAUSED' })),
  ],
  resume: async (campaigns, ctx, { campaignId, acknowledge }) => [
    summary(await changeStatus(campaigns, ctx, campaignId, { status: 'ACTIVE', acknowledge })),
  ],
  cancel: async (_, ctx, { campaignId }) => [summary(await cancelCampaign(ctx, campaignId))],
  retry: async (campaigns, ctx, { campaignId }) => [summary((await retryFailed(campaigns, ctx, campaignId)).campaign)],
  settle: async (_, ctx, { campaignId, contactIds, as }) => {
    if (!as || contactIds.length === 0) throw new Error('Say which contacts, and --as accepted or --as failed.');
    return [summary((await settleUncertain(ctx, campaignId, { contactIds, as })).campaign)];
  },
};

/** As the audit log calls them: the same as when somebody does it on the screen. */
const actions: Record<string, string> = {
  send: contract.sendCampaign.name,
  pause: contract.changeCampaignStatus.name,
  resume: contract.changeCampaignStatus.name,
  cancel: contract.cancelCampaign.name,
  retry: contract.retryFailed.name,
  settle: contract.settleUncertain.name,
};

export async function campaignsCommand(config: Config, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [name = '', ...ids] = positionals;
  const deed = deeds[name];
  if (!deed) throw new Error(`Say \`waggle campaigns ${Object.keys(deeds).join('|')}\`.`);
  const { organization, as, acknowledge: hold, reason } = Operated.parse(values);
  if ((hold === undefined) !== (reason === undefined)) throw new Error('Say --acknowledge and --reason together.');
  const acknowledge = hold && reason ? { hold, reason } : undefined;
  const [campaignId, ...contactIds] = z.array(z.uuid('An id is missing or wrong.')).parse(ids);
  if (name !== 'list' && campaignId === undefined) throw new Error('Say which campaign, by its id.');

  const database = openDatabase(config);
  try {
    const campaigns = createCampaigns(createSettings({ config, database }));
    const action = actions[name];
    const operator = backgroundContext(database, organization, 'operator');
    const ctx = action ? asOperator(operator, readCampaignSubject, { action, entityType: 'campaign' }) : operator;
    console.table(await deed(campaigns, ctx, { campaignId: campaignId ?? '', contactIds, as, acknowledge }));
  } finally {
    await database.close();
  }
}

const summary = (campaign: SummaryWithProgress) => ({
  id: campaign.id,
  name: campaign.name,
  client: campaign.client_id,
  status: campaign.status,
  hold: campaign.hold_reason,
  scheduledAt: campaign.scheduled_at?.toISOString() ?? null,
  sentAt: campaign.sent_at?.toISOString() ?? null,
  audience: campaign.audience === null ? null : Number(campaign.audience),
  ...campaign.progress,
});
