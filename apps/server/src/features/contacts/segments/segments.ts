import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { clientOrOrganization } from '#features/accounts/index.ts';
import { activeClient } from '#platform/active-client.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { onDuplicate } from '#platform/database/duplicate.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { refuseWhileRunning, type RunningParts } from '../running.ts';
import { checkRules } from './check-rules.ts';
import { forgetCounts, rememberCount } from './count-memo.ts';
import { fillAnew } from './members/watch.ts';
import * as queries from './queries.ts';

export type SegmentWithTrend = queries.SegmentRow & { trend: queries.TrendRow[] };

/** Seconds a count may take; everybody else's statements are stopped after five. */
export const countSeconds = 20;

export async function listSegments(ctx: Context, question: Parameters<typeof queries.findSegments>[1]) {
  const { items, ...rest } = await queries.findSegments(ctx, question);
  return { items: await withTrends(ctx, items), ...rest };
}

export async function readSegment(ctx: Context, segmentId: string): Promise<SegmentWithTrend> {
  const segment = await requireSegment(ctx, segmentId);
  return { ...segment, trend: await queries.findTrends(ctx, [segmentId]) };
}

export async function createSegment(
  ctx: Context,
  { clientId, ...typed }: { name: string; rules: RuleGroup; clientId?: string | null | undefined },
): Promise<SegmentWithTrend> {
  await checkRules(ctx, typed.rules);
  const fields = { ...typed, client_id: await clientOrOrganization(ctx, clientId) };
  return { ...(await queries.insertSegment(ctx, fields).catch(onDuplicate(nameTaken))), trend: [] };
}

type Change = { name?: string | undefined; rules?: RuleGroup | undefined };

export async function updateSegment(ctx: Context, segmentId: string, typed: Change): Promise<SegmentWithTrend> {
  const { name, rules } = typed;
  if (rules) await checkRules(ctx, rules);
  const change = { ...(name === undefined ? {} : { name }), ...(rules === undefined ? {} : { rules }) };
  const segment = await inTransaction(ctx, async (ctx) => {
    const changed = await queries.updateSegment(ctx, segmentId, change).catch(onDuplicate(nameTaken));
    // Who fits other rules has done nothing: nobody enters or leaves by an edit.
    if (changed && rules) await fillAnew(ctx, segmentId);
    return changed;
  });
  if (!segment) throw notFound();
  forgetCounts(segmentId);
  return { ...segment, trend: await queries.findTrends(ctx, [segmentId]) };
}

export async function deleteSegment(parts: RunningParts, ctx: Context, segmentId: string): Promise<void> {
  await refuseWhileRunning(parts, ctx, { kind: 'segments', id: segmentId });
  if (!(await queries.deleteSegment(ctx, segmentId))) throw notFound();
  forgetCounts(segmentId);
}

export async function countSegment(ctx: Context, segmentId: string) {
  const rules = queries.inItsClient(await requireSegment(ctx, segmentId));
  const key = [segmentId, ctx.organizationId, activeClient(ctx), JSON.stringify(rules)].join(' ');
  return rememberCount(ctx, key, () =>
    withStatementTimeout(ctx, countSeconds, (ctx) => queries.countMembers(ctx, rules)),
  );
}

export async function requireSegment(ctx: Context, segmentId: string): Promise<queries.SegmentRow> {
  const segment = await queries.findSegment(ctx, segmentId);
  if (!segment) throw notFound();
  return segment;
}

async function withTrends<Row extends queries.SegmentRow>(ctx: Context, segments: Row[]) {
  if (segments.length === 0) return [];
  const rows = await queries.findTrends(
    ctx,
    segments.map(({ id }) => id),
  );
  const trends = Map.groupBy(rows, ({ segment_id }) => segment_id);
  return segments.map((segment) => ({ ...segment, trend: trends.get(segment.id) ?? [] }));
}

function nameTaken(): Problem {
  const message = 'A segment with this name already exists.';
  return new Problem('already_exists', message, { fields: { name: message } });
}
