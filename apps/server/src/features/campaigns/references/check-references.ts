import type { Recipients } from '@waggle/contracts/campaigns';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { countKnown } from './queries.ts';

type Named = {
  recipients?: Recipients | undefined;
  senderId?: string | null | undefined;
  connectionId?: string | null | undefined;
};

/** Everything a campaign names must be there, for somebody who sees what the caller sees. */
export async function checkReferences(ctx: Context, { recipients, senderId, connectionId }: Named): Promise<void> {
  const contactIds = listsOf(recipients).flatMap((list) => list.contactIds);
  const known = await Promise.all([
    recipients === undefined || recipientsAreThere(ctx, recipients),
    areThere(ctx, 'contacts', contactIds),
    areThere(ctx, 'senders', senderId ? [senderId] : []),
    areThere(ctx, 'smtp_connections', connectionId ? [connectionId] : []),
  ]);
  if (known.includes(false)) throw notFound();
}

/** Whether every tag and segment still exists. A contact who is gone is simply not written to. */
export async function recipientsAreThere(ctx: Context, recipients: Recipients): Promise<boolean> {
  const lists = listsOf(recipients);
  const known = await Promise.all([
    areThere(
      ctx,
      'tags',
      lists.flatMap(({ tagIds }) => tagIds),
    ),
    areThere(
      ctx,
      'segments',
      lists.flatMap(({ segmentIds }) => segmentIds),
    ),
  ]);
  return !known.includes(false);
}

const listsOf = (recipients: Recipients | undefined) => (recipients ? [recipients, recipients.exclude] : []);

async function areThere(ctx: Context, table: Parameters<typeof countKnown>[1], ids: string[]): Promise<boolean> {
  const named = new Set(ids.map((id) => id.toLowerCase()));
  return named.size === 0 || (await countKnown(ctx, table, [...named])) === named.size;
}
