import type { Owner } from '@waggle/contracts/clients';
import { mostTopics, mostTopicsKept } from '@waggle/contracts/topics';
import { clientOrOrganization, ownerNamed } from '#features/accounts/index.ts';
import { activeClient } from '#platform/active-client.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { onDuplicate } from '#platform/database/duplicate.ts';
import { notFound, Problem } from '#platform/problem.ts';
import * as queries from './queries.ts';
import { refuseUsed, type TopicParts } from './uses.ts';

export async function listTopics(ctx: Context, owner: Owner | undefined): Promise<queries.TopicRow[]> {
  const named = await ownerNamed(ctx, owner);
  return queries.findTopics(ctx, named === undefined ? activeClient(ctx) : named);
}

type New = { name: string; description: string; clientId?: string | null | undefined };

export function createTopic(ctx: Context, { name, description, clientId }: New): Promise<queries.TopicRow> {
  return inTransaction(ctx, async (ctx) => {
    const owner = await clientOrOrganization(ctx, clientId);
    const known = await queries.lockTopics(ctx, owner);
    if (known.length >= mostTopicsKept) throw keptFull();
    const position = roomBehind(known);
    return queries.insertTopic(ctx, { name, description, client_id: owner, position }).catch(onDuplicate(nameTaken));
  });
}

type Change = { name?: string | undefined; description?: string | undefined; archived?: boolean | undefined };

export function updateTopic(ctx: Context, topicId: string, typed: Change): Promise<queries.TopicRow> {
  return inTransaction(ctx, async (ctx) => {
    const { topic, all } = await requireTopic(ctx, topicId);
    const change = {
      ...(typed.name === undefined ? {} : { name: typed.name }),
      ...(typed.description === undefined ? {} : { description: typed.description }),
      ...archiving(ctx, topic, all, typed.archived),
    };
    return queries.updateTopic(ctx, topicId, change).catch(onDuplicate(nameTaken));
  });
}

/** Who comes back stands behind the others. */
function archiving(
  ctx: Context,
  { archived_at: archivedAt }: queries.TopicRow,
  all: readonly queries.TopicRow[],
  archived: boolean | undefined,
): queries.TopicChange {
  if (archived === undefined || archived === (archivedAt !== null)) return {};
  return archived ? { archived_at: ctx.now() } : { archived_at: null, position: roomBehind(all) };
}

export function moveTopic(ctx: Context, topicId: string, position: number): Promise<queries.TopicRow[]> {
  return inTransaction(ctx, async (ctx) => {
    const { topic, all } = await requireTopic(ctx, topicId);
    if (topic.archived_at !== null) throw notFound();
    const others = all.filter(({ id, archived_at: archivedAt }) => id !== topicId && archivedAt === null);
    const order = others.map(({ id }) => id).toSpliced(position, 0, topicId);
    await queries.setOrder(ctx, order);
    return queries.findTopics(ctx, topic.client_id);
  });
}

export function deleteTopic(parts: TopicParts, ctx: Context, topicId: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await requireTopic(ctx, topicId);
    await refuseUsed(parts, ctx, topicId);
    await queries.deleteTopic(ctx, topicId);
  });
}

/** With the others of its owner, all of them held. */
async function requireTopic(ctx: Context, topicId: string) {
  const found = await queries.findTopic(ctx, topicId);
  const all = found ? await queries.lockTopics(ctx, found.client_id) : [];
  const topic = all.find(({ id }) => id === found?.id);
  if (!topic) throw notFound();
  return { topic, all };
}

/** The place behind those that are not archived, if there is room for one more. */
function roomBehind(all: readonly queries.TopicRow[]): number {
  const active = all.filter(({ archived_at: archivedAt }) => archivedAt === null);
  if (active.length >= mostTopics)
    throw new Problem('quota_reached', `There's room for ${mostTopics} topics. Archive one, then try again.`);
  return Math.max(-1, ...active.map(({ position }) => position)) + 1;
}

const keptFull = () =>
  new Problem(
    'quota_reached',
    `There's room for ${mostTopicsKept} topics with those archived. Delete one, then try again.`,
  );

function nameTaken(): Problem {
  const message = 'A topic with this name already exists.';
  return new Problem('already_exists', message, { fields: { name: message } });
}
