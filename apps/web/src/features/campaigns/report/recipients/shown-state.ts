import type { BadgeTone } from '#ui/badge.tsx';
import type { CampaignRecipient } from '../queries.ts';

type ShownState =
  | 'clicked'
  | 'opened'
  | 'bounced'
  | 'delivered'
  | 'sent'
  | 'failed'
  | 'uncertain'
  | 'suppressed'
  | 'cancelled'
  | 'queued';

export const tones: Record<ShownState, BadgeTone> = {
  clicked: 'success',
  opened: 'success',
  delivered: 'success',
  sent: 'success',
  bounced: 'danger',
  failed: 'danger',
  uncertain: 'warning',
  suppressed: 'neutral',
  cancelled: 'neutral',
  queued: 'neutral',
};

type Told = Pick<CampaignRecipient, 'state' | 'clickedAt' | 'openedAt' | 'bouncedAt' | 'deliveredAt'>;

/** The last thing that became of an email, in one word. */
export function shownState({ state, clickedAt, openedAt, bouncedAt, deliveredAt }: Told): ShownState {
  if (clickedAt) return 'clicked';
  if (openedAt) return 'opened';
  if (bouncedAt) return 'bounced';
  if (deliveredAt) return 'delivered';
  if (state === 'accepted') return 'sent';
  if (state === 'pending' || state === 'claimed' || state === 'offering') return 'queued';
  return state;
}
