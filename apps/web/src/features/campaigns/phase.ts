import type { CampaignSummary, sendStates } from '@waggle/contracts/campaigns';

type Lived = Pick<CampaignSummary, 'status' | 'scheduledAt' | 'sentAt' | 'cancelledAt'>;

/** What a status alone doesn't say: whether an active campaign waits, is sent, or is being stopped. */
export type Phase = 'draft' | 'scheduled' | 'sending' | 'cancelling' | 'paused' | 'completed';

export function phaseOf({ status, sentAt, cancelledAt }: Lived): Phase {
  if (status === 'DRAFT') return 'draft';
  if (status === 'COMPLETED') return 'completed';
  if (cancelledAt !== null) return 'cancelling';
  if (status === 'PAUSED') return 'paused';
  return sentAt === null ? 'scheduled' : 'sending';
}

/** Nothing of it has left, so it can be moved or taken back. */
export const hasNotStarted = ({ status, sentAt, cancelledAt }: Lived): boolean =>
  (status === 'ACTIVE' || status === 'PAUSED') && sentAt === null && cancelledAt === null;

const waiting: readonly (typeof sendStates)[number][] = ['pending', 'claimed', 'offering'];

/** How far it is: who was dealt with, of the whole audience. */
export function progressOf({ audience, progress }: Pick<CampaignSummary, 'audience' | 'progress'>) {
  const queued = waiting.reduce((sum, state) => sum + (progress[state] ?? 0), 0);
  const total = audience ?? 0;
  return { total, queued, done: Math.max(0, total - queued) };
}
