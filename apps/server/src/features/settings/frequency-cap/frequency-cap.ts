import { type FrequencyCap, usualCap } from '@waggle/contracts/frequency-cap';
import type { Context } from '#platform/context.ts';
import { findCap, saveCap } from './queries.ts';

/** At most so many emails in so many hours to one contact; null where the organization set no limit. */
export const frequencyCapOf = (ctx: Context): Promise<Omit<FrequencyCap, 'isOn'> | null> => findCap(ctx);

export async function readFrequencyCap(ctx: Context): Promise<FrequencyCap> {
  const cap = await findCap(ctx);
  return { isOn: cap !== null, ...(cap ?? usualCap) };
}

export async function saveFrequencyCap(ctx: Context, { isOn, ...cap }: FrequencyCap): Promise<FrequencyCap> {
  await saveCap(ctx, isOn ? cap : null);
  return readFrequencyCap(ctx);
}
