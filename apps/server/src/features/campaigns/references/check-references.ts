import type { Recipients } from '@waggle/contracts/campaigns';
import { segmentsAreSound } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { countKnown, type Table, type Whose } from './queries.ts';

type Named = {
  recipients?: Recipients | undefined;
  senderId?: string | null | undefined;
  connectionId?: string | null | undefined;
  topicId?: string | null | undefined;
};

/**
 * Everything a campaign names must be there, for somebody who sees what the caller sees, and fit its client: people, tags,
 * segments and the topic are the client's own, a sender or a connection may also be the organization's.
 */
export async function checkReferences(
  ctx: Context,
  clientId: string | null,
  { recipients, senderId, connectionId, topicId }: Named,
): Promise<void> {
  const contactIds = listsOf(recipients).flatMap((list) => list.contactIds);
  const people = recipients?.everyClient ? 'anybody' : { of: clientId };
  const way = { of: clientId, orOrganization: true };
  const known = await Promise.all([
    recipients === undefined || recipientsAreThere(ctx, clientId, recipients),
    areThere(ctx, 'contacts', contactIds, people),
    areThere(ctx, 'senders', senderId ? [senderId] : [], way),
    areThere(ctx, 'smtp_connections', connectionId ? [connectionId] : [], way),
    areThere(ctx, 'topics', topicId ? [topicId] : [], { of: clientId }),
  ]);
  if (known.includes(false)) throw notFound();
}

/** Whether every tag and segment still exists, and all that the segments ask for. A contact who is gone is simply not written to. */
export async function recipientsAreThere(
  ctx: Context,
  clientId: string | null,
  recipients: Recipients,
): Promise<boolean> {
  const lists = listsOf(recipients);
  const whose = recipients.everyClient ? 'anybody' : { of: clientId };
  const known = await Promise.all([
    areThere(
      ctx,
      'tags',
      lists.flatMap(({ tagIds }) => tagIds),
      whose,
    ),
    areThere(
      ctx,
      'segments',
      lists.flatMap(({ segmentIds }) => segmentIds),
      whose,
    ),
  ]);
  return !known.includes(false) && segmentsAreSound(ctx, [...new Set(lists.flatMap(({ segmentIds }) => segmentIds))]);
}

const listsOf = (recipients: Recipients | undefined) => (recipients ? [recipients, recipients.exclude] : []);

async function areThere(ctx: Context, table: Table, ids: string[], whose: Whose): Promise<boolean> {
  const named = new Set(ids.map((id) => id.toLowerCase()));
  return named.size === 0 || (await countKnown(ctx, table, [...named], whose)) === named.size;
}
