import type { Context } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { tellWebhooks } from './jobs.ts';
import { type AskedWebhook, insertAsked } from './queries.ts';

/** In the transaction of the turn that asks: told only if it commits, and then for sure. */
export async function askWebhooks(ctx: Context, asked: readonly AskedWebhook[]): Promise<void> {
  if (asked.length === 0) return;
  await insertAsked(ctx, asked);
  await enqueue(ctx, tellWebhooks, {});
}
