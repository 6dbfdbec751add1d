import type { CampaignRecipient } from '@waggle/contracts/campaign-recipients';
import type { sendStates } from '@waggle/contracts/campaigns';
import type { z } from 'zod';
import type { RecipientRow } from './queries.ts';

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** What all emails of the campaign have in common. */
export type Way = { provider: string | null; domain: string | null };

export const presentRecipient = (row: RecipientRow, way: Way): z.infer<typeof CampaignRecipient> => ({
  sendId: row.id,
  contactId: row.contact_id,
  email: row.email,
  name: row.name,
  state: row.state as (typeof sendStates)[number],
  reason: row.reason,
  retryable: row.state === 'failed' && row.retryable,
  provider: way.provider,
  messageId: row.sent_at && way.domain ? `<${row.id}@${way.domain}>` : null,
  bounceReason: row.bounce_reason,
  attempts: row.attempts,
  sentAt: iso(row.sent_at),
  deliveredAt: iso(row.delivered_at),
  openedAt: iso(row.opened_at),
  clickedAt: iso(row.clicked_at),
  bouncedAt: iso(row.bounced_at),
  unsubscribedAt: iso(row.unsubscribed_at),
});
