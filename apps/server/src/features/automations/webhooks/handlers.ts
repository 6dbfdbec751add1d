import { type Context, inTransaction } from '#platform/context.ts';
import { type Handler, handle } from '#platform/jobs/handlers.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { findDueWebhooks, tellWebhooks } from './jobs.ts';
import { forgetOld, organizationsWithDue } from './queries.ts';
import { createTeller, type WebhookParts } from './tell.ts';

/** Rounds of one job before other organizations get their turn. */
const rounds = 5;

export function webhookHandlers(parts: WebhookParts): Handler[] {
  const tell = createTeller(parts);
  return [
    handle(tellWebhooks, async (ctx, _, { signal }) => {
      await forgetOld(ctx);
      for (let round = 0; round < rounds; round += 1) {
        signal.throwIfAborted();
        if (!(await tell(ctx))) return;
      }
      await inTransaction(ctx, (ctx) => enqueue(ctx, tellWebhooks, {}));
    }),

    handle(findDueWebhooks, async ({ database, now }, _, { signal }) => {
      for (const organizationId of await organizationsWithDue(database.sweep)) {
        signal.throwIfAborted();
        const actor = { kind: 'job', name: findDueWebhooks.name } as const;
        const ctx: Context = { db: database.tenant({ organizationId }), organizationId, actor, now };
        await inTransaction(ctx, (ctx) => enqueue(ctx, tellWebhooks, {}));
      }
    }),
  ];
}
