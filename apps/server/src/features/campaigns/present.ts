import { holdReasonOf, holdSentences } from '@waggle/contracts/campaign-holds';
import type { Campaign, CampaignSummary } from '@waggle/contracts/campaigns';
import type { CampaignWithProgress, SummaryWithProgress } from './campaigns.ts';

const noStats: Campaign['stats'] = {
  sent: 0,
  delivered: 0,
  opened: 0,
  clicked: 0,
  bounced: 0,
  complained: 0,
  unsubscribed: 0,
  machineOpened: 0,
  machineClicked: 0,
};

export const presentCampaign = (row: CampaignWithProgress): Campaign => ({
  ...presentSummary(row),
  content: row.content,
  acknowledgements: row.acknowledgements.map(({ hold, reason, acknowledged_by, acknowledged_at }) => ({
    hold: hold as Campaign['acknowledgements'][number]['hold'],
    reason,
    by: acknowledged_by,
    at: acknowledged_at.toISOString(),
  })),
});

export function presentSummary(row: SummaryWithProgress): CampaignSummary {
  const { progress: _kept, ...counted } = row.stats;
  return {
    id: row.id,
    name: row.name,
    type: row.type as Campaign['type'],
    status: row.status as Campaign['status'],
    subject: row.subject,
    previewText: row.preview_text,
    recipients: row.recipients,
    senderId: row.sender_id,
    connectionId: row.connection_id,
    replyTo: row.reply_to,
    tracking: row.tracking,
    scheduledAt: row.scheduled_at?.toISOString() ?? null,
    sentAt: row.sent_at?.toISOString() ?? null,
    completedAt: row.completed_at?.toISOString() ?? null,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    ...presentHold(row.hold_reason),
    audience: row.audience === null ? null : Number(row.audience),
    progress: row.progress,
    leftOut: row.leftOut as Campaign['leftOut'],
    stats: { ...noStats, ...counted, sent: row.progress['accepted'] ?? 0 },
    clientId: row.client_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function presentHold(stored: string | null): Pick<Campaign, 'holdReason' | 'holdMessage'> {
  if (stored === null) return { holdReason: null, holdMessage: null };
  const holdReason = holdReasonOf(stored);
  return { holdReason, holdMessage: holdSentences[holdReason] };
}
