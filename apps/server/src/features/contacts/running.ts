import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';

export type Used = { kind: 'tags' | 'segments' | 'forms' | 'qr_codes' | 'campaigns'; id: string };

/** Names of what goes by it while people pass through. Features that have such things hand it in. */
export type FindRunning = (ctx: Context, used: Used) => Promise<string[]>;

export type RunningParts = { running: FindRunning[] };

/** Names in the sentence; more than these fill a screen. */
const mostNamed = 5;

/** Whole sentences, as translators have them. */
const sentences: Record<Used['kind'], (names: string) => string> = {
  tags: (names) => `Running automations use this tag: ${names}. Change and publish them, or end them first.`,
  segments: (names) => `Running automations use this segment: ${names}. Change and publish them, or end them first.`,
  forms: (names) => `Running automations use this form: ${names}. Change and publish them, or end them first.`,
  qr_codes: (names) => `Running automations use this QR code: ${names}. Change and publish them, or end them first.`,
  campaigns: (names) => `Running automations use this campaign: ${names}. Change and publish them, or end them first.`,
};

/** It would run on as if nothing had happened, let nobody in and tag nobody. */
export async function refuseWhileRunning({ running }: RunningParts, ctx: Context, used: Used): Promise<void> {
  const found = (await Promise.all(running.map((find) => find(ctx, used)))).flat();
  if (found.length === 0) return;
  const names = [...found.slice(0, mostNamed), ...(found.length > mostNamed ? ['…'] : [])].join(', ');
  throw new Problem('in_use', sentences[used.kind](names));
}
