import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';

/** Names of what goes by a tag or a segment while people pass through it. Features that have such things hand it in. */
export type FindRunning = (ctx: Context, named: { tags: string } | { segments: string }) => Promise<string[]>;

export type RunningParts = { running: FindRunning[] };

/** Names in the sentence; more than these fill a screen. */
const mostNamed = 5;

/** It would run on as if nothing had happened, let nobody in and tag nobody. */
export async function refuseWhileRunning(
  { running }: RunningParts,
  ctx: Context,
  named: Parameters<FindRunning>[1],
): Promise<void> {
  const found = (await Promise.all(running.map((find) => find(ctx, named)))).flat();
  if (found.length === 0) return;
  const names = [...found.slice(0, mostNamed), ...(found.length > mostNamed ? ['…'] : [])].join(', ');
  throw new Problem(
    'in_use',
    'tags' in named
      ? `Running automations use this tag: ${names}. Change and publish them, or end them first.`
      : `Running automations use this segment: ${names}. Change and publish them, or end them first.`,
  );
}
