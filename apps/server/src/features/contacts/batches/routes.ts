import * as contract from '@waggle/contracts/contact-batches';
import { type Mount, serve } from '#platform/http/serve.ts';
import { readBatch, startBatch, undoBatch } from './batches.ts';
import { presentBatch, presentBatches } from './present.ts';
import { findRecentBatches } from './queries.ts';

export function batchRoutes(mount: Mount): void {
  serve(mount, contract.changeContacts, async (ctx, { body }) => presentBatch(ctx, await startBatch(ctx, body)));
  serve(mount, contract.listBatches, async (ctx) => ({
    items: await presentBatches(ctx, await findRecentBatches(ctx)),
  }));
  serve(mount, contract.readBatch, async (ctx, { params }) => presentBatch(ctx, await readBatch(ctx, params.batchId)));
  serve(mount, contract.undoBatch, async (ctx, { params }) => presentBatch(ctx, await undoBatch(ctx, params.batchId)));
}
