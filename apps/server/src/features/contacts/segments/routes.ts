import * as contract from '@waggle/contracts/segments';
import { type Mount, serve } from '#platform/http/serve.ts';
import { presentContact } from '../present.ts';
import type { RunningParts } from '../running.ts';
import { presentSegment } from './present.ts';
import { previewSegment } from './preview.ts';
import * as segments from './segments.ts';
import { explainMember } from './why.ts';

export function segmentRoutes(mount: Mount, parts: RunningParts): void {
  serve(mount, contract.listSegments, async (ctx, { query }) => {
    const { items, ...rest } = await segments.listSegments(ctx, query);
    return { items: items.map(presentSegment), ...rest };
  });
  serve(mount, contract.createSegment, async (ctx, { body }) =>
    presentSegment(await segments.createSegment(ctx, body)),
  );
  serve(mount, contract.readSegment, async (ctx, { params }) =>
    presentSegment(await segments.readSegment(ctx, params.segmentId)),
  );
  serve(mount, contract.updateSegment, async (ctx, { params, body }) =>
    presentSegment(await segments.updateSegment(ctx, params.segmentId, body)),
  );
  serve(mount, contract.deleteSegment, (ctx, { params }) => segments.deleteSegment(parts, ctx, params.segmentId));
  serve(mount, contract.countSegment, async (ctx, { params }) => {
    const { count, countedAt } = await segments.countSegment(ctx, params.segmentId);
    return { count, countedAt: countedAt.toISOString() };
  });
  serve(mount, contract.previewSegment, async (ctx, { body }) => {
    const { examples, ...rest } = await previewSegment(ctx, body.rules);
    return { examples: examples.map(presentContact), ...rest };
  });
  serve(mount, contract.explainMember, (ctx, { params }) => explainMember(ctx, params));
}
