import type { Topic } from '@waggle/contracts/topics';
import type { TopicRow } from './queries.ts';

export const presentTopic = (row: TopicRow): Topic => ({
  id: row.id,
  clientId: row.client_id,
  name: row.name,
  description: row.description,
  archived: row.archived_at !== null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
