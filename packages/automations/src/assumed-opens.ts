import { pointOf } from './split.ts';

/** Shares of all emails. */
export type AssumedRates = { openRate: number; clickRate: number };

const parts = 10_000;
const day = 86_400_000;
const minute = 60_000;

type Email = { organizationId: string; automationId: string; contactId: string; stepId: string; at: number };

/**
 * When somebody would have opened and clicked an email, by rates: the same person always does the same with the same email. Opens
 * are spread over the day after it, which is when most people open; a click follows after a minute.
 */
export function assumedOpen(
  { stepId, at, ...whose }: Email,
  { openRate, clickRate }: AssumedRates,
): { openedAt: number | null; clickedAt: number | null } {
  const point = pointOf({ ...whose, stepId: `${stepId}/opened` });
  if (point >= Math.max(openRate, clickRate) * parts) return { openedAt: null, clickedAt: null };
  // A prime spreads neighbours over the day.
  const openedAt = at + minute + Math.floor((((point * 7_919) % parts) / parts) * day);
  return { openedAt, clickedAt: point < clickRate * parts ? openedAt + minute : null };
}
