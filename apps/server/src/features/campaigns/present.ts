import type { CampaignFigures } from '@waggle/contracts/campaign-report';
import { holdReasonOf, holdSentences } from '@waggle/contracts/campaign-holds';
import type { Campaign, CampaignSummary } from '@waggle/contracts/campaigns';
import { openingAt } from '@waggle/contracts/sending-window';
import type { Spread } from './audience/audience.ts';
import type { CampaignWithProgress, SummaryWithProgress } from './campaigns.ts';
import type { Names } from './names/names.ts';
import { chosenMoment } from './schedule.ts';

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

export const presentCampaign = (row: CampaignWithProgress, names: Names): Campaign => ({
  ...presentSummary(row, names),
  content: presentContent(row.content),
  document: row.document,
  retryable: row.retryable,
  lastDueAt: iso(row.lastDueAt),
  acknowledgements: row.acknowledgements.map(({ hold, reason, acknowledged_by, acknowledged_at }) => ({
    hold: hold as Campaign['acknowledgements'][number]['hold'],
    reason,
    by: acknowledged_by,
    at: acknowledged_at.toISOString(),
  })),
});

/** Who wrote a text before fingerprints were noted has none. */
export const presentContent = ({
  html,
  text,
  textBasis = null,
}: CampaignWithProgress['content']): Campaign['content'] => ({
  html,
  text,
  textBasis,
});

/** What is said to whoever may know no address and no content. */
export function presentFigures(row: SummaryWithProgress): CampaignFigures {
  const { progress: _kept, ...counted } = row.stats;
  return {
    id: row.id,
    name: row.name,
    type: row.type as Campaign['type'],
    status: row.status as Campaign['status'],
    sentAt: iso(row.sent_at),
    completedAt: iso(row.completed_at),
    cancelledAt: iso(row.cancelled_at),
    audience: audienceOf(row),
    progress: row.progress,
    leftOut: row.leftOut as Campaign['leftOut'],
    stats: { ...noStats, ...counted, sent: row.progress['accepted'] ?? 0 },
    clientId: row.client_id,
  };
}

export function presentSummary(row: SummaryWithProgress, names: Names): CampaignSummary {
  return {
    ...presentFigures(row),
    automationId: row.sequence_id === null ? row.automation_id : null,
    stepId: row.step_id,
    emails: row.sequence,
    sequenceId: row.sequence_id,
    subject: row.subject,
    previewText: row.preview_text,
    recipients: { ...row.recipients, count: audienceOf(row) ?? countChosen(row.recipients), tags: names.tagsOf(row) },
    ...presentSender(row, names),
    connectionId: row.connection_id,
    replyTo: row.reply_to,
    topicId: row.topic_id,
    topicName: names.topicOf(row),
    tracking: row.tracking,
    utm: row.utm,
    publicPage: row.public_page,
    sendingWindow: row.sending_window,
    scheduledAt: iso(chosenMoment(row)),
    eachZone: row.each_zone,
    startsAt: iso(row.scheduled_at),
    waitsUntil: waitsUntil(row),
    ...presentHold(row.hold_reason),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export const presentSpread = ({ firstAt, lastAt, ...spread }: Spread) => ({
  ...spread,
  firstAt: iso(firstAt),
  lastAt: iso(lastAt),
});

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;
const audienceOf = ({ audience }: SummaryWithProgress): number | null => (audience === null ? null : Number(audience));

function waitsUntil(row: SummaryWithProgress): string | null {
  const { status, sent_at: sentAt, cancelled_at: cancelledAt, sending_window: window, read_at: now } = row;
  if (!window || row.sequence !== null || status !== 'ACTIVE' || sentAt === null || cancelledAt !== null) return null;
  const { opensAt } = openingAt(window, now.getTime());
  return opensAt > now.getTime() ? new Date(opensAt).toISOString() : null;
}

function presentSender(row: SummaryWithProgress, names: Names) {
  const sender = names.senderOf(row);
  return { senderId: row.sender_id, senderName: sender?.name ?? null, senderEmail: sender?.email ?? null };
}

/** Of contacts chosen one by one; of what a rule chooses nobody knows before the freeze. */
const countChosen = ({ type, tagIds, segmentIds, contactIds }: SummaryWithProgress['recipients']): number | null =>
  type === 'segments' && tagIds.length === 0 && segmentIds.length === 0 ? contactIds.length : null;

function presentHold(stored: string | null): Pick<Campaign, 'holdReason' | 'holdMessage'> {
  if (stored === null) return { holdReason: null, holdMessage: null };
  const holdReason = holdReasonOf(stored);
  return { holdReason, holdMessage: holdSentences[holdReason] };
}
