import { createHash } from 'node:crypto';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import type { RateLimits } from '#platform/rate-limits.ts';
import { countToAddress } from './queries.ts';

/** Emails a day to one address that nobody has confirmed, from all organizations of the installation together. */
const everywhere = { name: 'form-emails', points: 3, seconds: 86_400 } as const;

type To = { email: string; formId: string; isConfirmed: boolean };

/**
 * Whether a form may write to an address now. Anybody can type a stranger's: of one organization they get one email a day, and whoever
 * has confirmed one of each form an hour and three a day. Under the organization's lock, so that counting is exact.
 */
export async function mayWriteTo(ctx: Context, limits: RateLimits, to: To): Promise<boolean> {
  const { day, hour } = await countToAddress(ctx, to.email, to.formId);
  if (to.isConfirmed) return hour === 0 && day < 3;
  if (day > 0) return false;
  return limits.spend(everywhere, createHash('sha256').update(to.email.toLowerCase()).digest('base64')).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false;
      throw error;
    },
  );
}
