import { parseArgs } from 'node:util';
import * as recipients from '@waggle/contracts/campaign-recipients';
import * as contract from '@waggle/contracts/campaigns';
import { z } from 'zod';
import {
  type Acknowledgement,
  type Campaigns,
  cancelCampaign,
  changeStatus,
  chosenMoment,
  createCampaigns,
  listCampaigns,
  readCampaign,
  readCampaignSubject,
  retryFailed,
  sendCampaign,
  settleUncertain,
  type SummaryWithProgress,
} from '../features/campaigns/index.ts';
import { createSettings } from '../features/settings/create-settings.ts';
import { asOperator } from '../platform/audit/audit.ts';
import { backgroundContext } from '../platform/background-context.ts';
import type { Config } from '../platform/config.ts';
import type { Context } from '../platform/context.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { findInstallation, holdOf } from '../platform/installation/queries.ts';

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
type Command = (campaigns: Campaigns, ctx: Context, asked: Asked) => Promise<unknown>;

/** The same rules the screen uses, for whoever runs the installation. */
const commands: Record<string, Command> = {
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
  retry: recipients.retryFailed.name,
  settle: recipients.settleUncertain.name,
};

const leadsToMail = new Set(['send', 'resume', 'retry']);

async function refuseWhileHeld(database: Database): Promise<void> {
  if (holdOf(await findInstallation(database.tenant(null))) === null) return;
  throw new Error('This installation was restored from a backup and is held. Say `waggle confirm-restore` first.');
}

export async function campaignsCommand(config: Config, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [name = '', ...ids] = positionals;
  const command = commands[name];
  if (!command) throw new Error(`Say \`waggle campaigns ${Object.keys(commands).join('|')}\`.`);
  const { organization, as, acknowledge: hold, reason } = Operated.parse(values);
  if ((hold === undefined) !== (reason === undefined)) throw new Error('Say --acknowledge and --reason together.');
  const acknowledge = hold && reason ? { hold, reason } : undefined;
  const [campaignId, ...contactIds] = z.array(z.uuid('An id is missing or wrong.')).parse(ids);
  if (name !== 'list' && campaignId === undefined) throw new Error('Say which campaign, by its id.');

  const database = openDatabase(config);
  try {
    if (leadsToMail.has(name)) await refuseWhileHeld(database);
    const campaigns = createCampaigns(createSettings({ config, database }));
    const action = actions[name];
    const operator = backgroundContext(database, organization, 'operator');
    const ctx = action ? asOperator(operator, readCampaignSubject, { action, entityType: 'campaign' }) : operator;
    console.table(await command(campaigns, ctx, { campaignId: campaignId ?? '', contactIds, as, acknowledge }));
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
  scheduledAt: chosenMoment(campaign)?.toISOString() ?? null,
  sentAt: campaign.sent_at?.toISOString() ?? null,
  audience: campaign.audience === null ? null : Number(campaign.audience),
  ...campaign.progress,
});
