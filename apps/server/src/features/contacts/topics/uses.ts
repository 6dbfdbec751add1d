import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';

/** Names of what has the topic. Features that have such things hand it in. */
export type FindTopicUses = (ctx: Context, topicId: string) => Promise<string[]>;

export type TopicParts = { topicUses: FindTopicUses[] };

/** Names in the sentence; more than these fill a screen. */
const mostNamed = 5;

/** Without its topic a campaign would go to those who opted out of it. */
export async function refuseUsed({ topicUses }: TopicParts, ctx: Context, topicId: string): Promise<void> {
  const found = (await Promise.all(topicUses.map((find) => find(ctx, topicId)))).flat();
  if (found.length === 0) return;
  const names = [...found.slice(0, mostNamed), ...(found.length > mostNamed ? ['…'] : [])].join(', ');
  throw new Problem('in_use', `Campaigns use this topic: ${names}. Archive it instead.`);
}
