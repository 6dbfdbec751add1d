import type { Segment } from '@waggle/contracts/segments';
import type { SegmentWithTrend } from './segments.ts';

export const presentSegment = (row: SegmentWithTrend): Segment => ({
  id: row.id,
  name: row.name,
  rules: row.rules,
  clientId: row.client_id,
  trend: row.trend.map(({ on, members }) => ({ on, members: Number(members) })),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
