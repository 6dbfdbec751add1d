import { holdReasonOf, holdSentences } from '@waggle/contracts/campaign-holds';
import type { ContactEmail } from '@waggle/contracts/contact-emails';
import type { EmailRow } from './queries.ts';

export const presentEmail = (row: EmailRow): ContactEmail => ({
  id: row.id,
  subject: row.subject,
  text: row.text,
  state: stateOf(row),
  reason: row.hold_reason === null ? row.reason : holdSentences[holdReasonOf(row.hold_reason)],
  by: row.by,
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
});

const ends: Record<string, ContactEmail['state']> = {
  failed: 'failed',
  suppressed: 'notSent',
  cancelled: 'cancelled',
  uncertain: 'uncertain',
};

function stateOf(row: EmailRow): ContactEmail['state'] {
  if (row.state === 'accepted') return readBy(row);
  if (row.status === 'PAUSED') return 'held';
  // Whoever opted out before the audience was frozen is in no ledger.
  if (row.state === null) return row.status === 'COMPLETED' ? 'notSent' : 'waiting';
  return ends[row.state] ?? 'waiting';
}

function readBy({ bounced_at, complained_at, clicked_at, opened_at }: EmailRow): ContactEmail['state'] {
  if (bounced_at) return 'bounced';
  if (complained_at) return 'complained';
  if (clicked_at) return 'clicked';
  return opened_at ? 'opened' : 'sent';
}
