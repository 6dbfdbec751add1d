import type { Recipients } from '@waggle/contracts/campaigns';
import { nameTags, nameTopics } from '#features/contacts/index.ts';
import { type SenderName, senderNames } from '#features/settings/index.ts';
import type { Context } from '#platform/context.ts';
import type { Campaigns } from '../parts.ts';
import type { CampaignSummaryRow } from '../queries.ts';

type Row = Pick<CampaignSummaryRow, 'sender_id' | 'client_id' | 'recipients' | 'topic_id'>;

/** Rows that were not written by a call, such as those of a script, may say only what is not the default. */
const tagIdsOf = ({ recipients }: Row): readonly string[] => (recipients as Partial<Recipients>).tagIds ?? [];

/** What campaigns name by id, as people call it. */
export type Names = {
  senderOf(row: Row): SenderName | null;
  tagsOf(row: Row): string[];
  topicOf(row: Row): string | null;
};

/** Asked outside of a transaction: whoever is limited to a client needs a second connection for the organization's senders. */
export async function namesOf({ settings }: Campaigns, ctx: Context, rows: readonly Row[]): Promise<Names> {
  const chosen = (row: Row) => ({ senderId: row.sender_id, clientId: row.client_id });
  const topicIds = [...new Set(rows.flatMap((row) => row.topic_id ?? []))];
  const [senderOf, tags, topics] = await Promise.all([
    senderNames(settings, ctx, rows.map(chosen)),
    nameTags(ctx, [...new Set(rows.flatMap(tagIdsOf))]),
    topicIds.length > 0 ? nameTopics(ctx, topicIds) : [],
  ]);
  const named = new Map(tags.map(({ id, name }) => [id, name]));
  const topicNames = new Map(topics.map(({ id, name }) => [id, name]));
  return {
    senderOf: (row) => senderOf(chosen(row)),
    tagsOf: (row) => tagIdsOf(row).flatMap((id) => named.get(id.toLowerCase()) ?? []),
    topicOf: (row) => topicNames.get(row.topic_id ?? '') ?? null,
  };
}
