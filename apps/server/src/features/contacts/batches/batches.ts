import type { BatchAction } from '@waggle/contracts/contact-batches';
import type { ContactFilter } from '@waggle/contracts/contacts';
import { type Context, inTransaction } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { countContacts, settle } from '../list/list.ts';
import { holdContacts } from '../queries.ts';
import { rulesOf } from '../segments/queries.ts';
import { requireTag } from '../tags/tags.ts';
import { countInArchive, countNamed, findLastId, type Target } from './forward.sql.ts';
import type { BatchParts } from './entrance.ts';
import { continueBatch } from './jobs.ts';
import * as queries from './queries.ts';
import { runBatchStep, stepSize } from './steps.ts';

type Preference = {
  action: BatchAction;
  tagId?: string | undefined;
  status?: string | undefined;
  ids?: string[] | undefined;
  filter?: ContactFilter | undefined;
};

/** Done when this answers if it is small; else its row says how far it has come. */
export function startBatch(ctx: Context, preference: Preference): Promise<queries.ShownBatch> {
  return inTransaction(ctx, async (ctx) => {
    await holdContacts(ctx);
    const { action, tagId, status } = preference;
    if (tagId !== undefined) await requireTag(ctx, tagId);
    const { target, total } = await meant(ctx, preference);
    const params = { ...(tagId === undefined ? {} : { tagId }), ...(status === undefined ? {} : { status }) };
    const { id } = await queries.insertBatch(ctx, { action, params, target, total });
    await proceed(ctx, id, total);
    return readBatch(ctx, id);
  });
}

/** Lets everybody who fits into an automation that the caller has looked at. Emails may leave at once, so it is not taken back. */
export function startEntering(
  parts: BatchParts,
  ctx: Context,
  { automationId, filter }: { automationId: string; filter: ContactFilter },
): Promise<queries.ShownBatch> {
  return inTransaction(ctx, async (ctx) => {
    await holdContacts(ctx);
    const { target, total } = await meant(ctx, { filter });
    const { id } = await queries.insertBatch(ctx, { action: 'enter', params: { automationId }, target, total });
    await proceed(ctx, id, total, parts);
    return readBatch(ctx, id);
  });
}

/** Unknown ids are passed over, as if deleted a moment ago; when none is known there is nothing to do. */
async function meant(
  ctx: Context,
  { ids, filter = {} }: Pick<Preference, 'ids' | 'filter'>,
): Promise<{ target: Target; total: number }> {
  if (!ids) {
    const settled = await settle(ctx, await withRulesOf(ctx, filter));
    const total = (await countContacts(ctx, settled)) - (await countInArchive(ctx, settled));
    return { target: { filter: settled, upTo: await findLastId(ctx) }, total };
  }
  const total = await countNamed(ctx, ids);
  if (total === 0) throw notFound();
  return { target: { ids }, total };
}

/** As the segment is now: who looked at it meant those people, whatever it is changed to while the batch runs. */
async function withRulesOf(ctx: Context, filter: ContactFilter): Promise<ContactFilter> {
  const { segmentId, rules, ...rest } = filter;
  if (segmentId === undefined) return filter;
  const ofSegment = await rulesOf(ctx, segmentId);
  return { ...rest, rules: { match: 'all', rules: rules ? [ofSegment, rules] : [ofSegment] } };
}

async function proceed(ctx: Context, batchId: string, contacts: number, parts?: BatchParts): Promise<void> {
  if (contacts > stepSize) {
    await enqueue(ctx, continueBatch, { batchId }, { singletonKey: batchId });
    return;
  }
  for (let more = true; more;) more = await runBatchStep(ctx, batchId, parts);
}

export async function deleteContact(ctx: Context, contactId: string): Promise<{ batchId: string }> {
  const { id } = await startBatch(ctx, { action: 'delete', ids: [contactId] });
  return { batchId: id };
}

export async function readBatch(ctx: Context, batchId: string): Promise<queries.ShownBatch> {
  const batch = await queries.findBatch(ctx, batchId);
  if (!batch) throw notFound();
  return batch;
}

/** Asking twice is fine. A batch that still runs stops, and what it has done is taken back. */
export function undoBatch(ctx: Context, batchId: string): Promise<queries.ShownBatch> {
  return inTransaction(ctx, async (ctx) => {
    await holdContacts(ctx);
    const batch = await readBatch(ctx, batchId);
    if (batch.state === 'undoing' || batch.state === 'undone') return batch;
    if (!(await queries.beginUndo(ctx, batchId))) throw new Problem('too_late', 'This change can no longer be undone.');
    await proceed(ctx, batchId, Number(batch.changed));
    return readBatch(ctx, batchId);
  });
}
