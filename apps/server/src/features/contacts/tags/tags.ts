import { clientOrOrganization } from '#features/accounts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { onDuplicate } from '#platform/database/duplicate.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { holdContacts } from '../queries.ts';
import { refuseWhileRunning, type RunningParts } from '../running.ts';
import { fillAnew } from '../segments/members/watch.ts';
import { replaceTag } from '../segments/queries.ts';
import * as queries from './queries.ts';

type NewTag = { name: string; color: string; clientId?: string | null | undefined };

export function createTag(ctx: Context, { name, color, clientId }: NewTag): Promise<queries.UsedTag> {
  return inTransaction(ctx, async (ctx) => {
    const client_id = await clientOrOrganization(ctx, clientId);
    const tag = await queries.insertTag(ctx, { name, color, client_id }).catch(onDuplicate(nameTaken));
    return { ...tag, contacts: '0', segments: '0' };
  });
}

type TagChange = { name?: string | undefined; color?: string | undefined };

export async function updateTag(ctx: Context, tagId: string, { name, color }: TagChange): Promise<queries.UsedTag> {
  const change = { ...(name === undefined ? {} : { name }), ...(color === undefined ? {} : { color }) };
  if (!(await queries.updateTag(ctx, tagId, change).catch(onDuplicate(nameTaken)))) throw notFound();
  return requireUsedTag(ctx, tagId);
}

/** Everybody with the tag gets the other one, and segments ask for that. */
export function mergeTags(
  parts: RunningParts,
  ctx: Context,
  { tagId, intoId }: { tagId: string; intoId: string },
): Promise<queries.UsedTag> {
  if (tagId === intoId) throw invalidTarget();
  return inTransaction(ctx, async (ctx) => {
    // In the order of the ids, so that two merges of the same tags do not wait for each other for ever.
    const [first, second] = tagId < intoId ? [tagId, intoId] : [intoId, tagId];
    const [one, other] = [await queries.lockTag(ctx, first), await queries.lockTag(ctx, second)];
    if (!one || !other) throw notFound();
    if (one.client_id !== other.client_id)
      throw new Problem('other_client', "These tags belong to different clients and can't be merged.");

    await refuseWhileRunning(parts, ctx, { kind: 'tags', id: tagId });
    await unlink(ctx, tagId, intoId);
    // Nobody enters or leaves by it, as by any other change of rules.
    for (const segmentId of await replaceTag(ctx, tagId, intoId)) await fillAnew(ctx, segmentId);
    await queries.deleteTag(ctx, tagId);
    return requireUsedTag(ctx, intoId);
  });
}

export function deleteTag(parts: RunningParts, ctx: Context, tagId: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await queries.lockTag(ctx, tagId))) throw notFound();
    await refuseWhileRunning(parts, ctx, { kind: 'tags', id: tagId });
    await unlink(ctx, tagId);
    await queries.deleteTag(ctx, tagId);
  });
}

/** Bulk actions and imports hold the same lock, so that they and this never wait for each other's rows crosswise. */
async function unlink(ctx: Context, tagId: string, intoId?: string): Promise<void> {
  await holdContacts(ctx);
  for (let more = true; more;) more = await queries.unlinkSome(ctx, tagId, intoId);
}

export async function requireTag(ctx: Context, tagId: string): Promise<queries.TagRow> {
  const tag = await queries.findTag(ctx, tagId);
  if (!tag) throw notFound();
  return tag;
}

async function requireUsedTag(ctx: Context, tagId: string): Promise<queries.UsedTag> {
  const tag = await queries.readUsedTag(ctx, tagId);
  if (!tag) throw notFound();
  return tag;
}

function invalidTarget(): Problem {
  const message = 'Choose another tag to merge into.';
  return new Problem('invalid_input', message, { fields: { intoId: message } });
}

function nameTaken(): Problem {
  const message = 'A tag with this name already exists.';
  return new Problem('already_exists', message, { fields: { name: message } });
}
