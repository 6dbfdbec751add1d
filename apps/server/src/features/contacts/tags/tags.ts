import type { Context } from '#platform/context.ts';
import { onDuplicate } from '#platform/database/duplicate.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { activeClient } from '../active-client.ts';
import * as queries from './queries.ts';

export const createTag = (ctx: Context, tag: { name: string; color: string }): Promise<queries.TagRow> =>
  queries.insertTag(ctx, { ...tag, client_id: activeClient(ctx) }).catch(onDuplicate(nameTaken));

type TagChange = { name?: string | undefined; color?: string | undefined };

export async function updateTag(ctx: Context, tagId: string, { name, color }: TagChange): Promise<queries.TagRow> {
  const change = { ...(name === undefined ? {} : { name }), ...(color === undefined ? {} : { color }) };
  const tag = await queries.updateTag(ctx, tagId, change).catch(onDuplicate(nameTaken));
  if (!tag) throw notFound();
  return tag;
}

export async function deleteTag(ctx: Context, tagId: string): Promise<void> {
  if (!(await queries.deleteTag(ctx, tagId))) throw notFound();
}

export async function requireTag(ctx: Context, tagId: string): Promise<queries.TagRow> {
  const tag = await queries.findTag(ctx, tagId);
  if (!tag) throw notFound();
  return tag;
}

function nameTaken(): Problem {
  const message = 'A tag with this name already exists.';
  return new Problem('already_exists', message, { fields: { name: message } });
}
