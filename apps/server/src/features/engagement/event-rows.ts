import { sql } from 'kysely';
import type { RowSource } from '#platform/events/row-source.ts';

/** What became of an email or a code, as events read it. */
export type EngagementRow = {
  subjectId: string;
  clientId: string | null;
  /** The email it is about. */
  sendId: string | null;
  isHuman: boolean;
  isFirst: boolean;
  device: string;
  country: string | null;
};

export const engagementRows: RowSource<EngagementRow> = {
  name: 'engagement',
  table: 'engagement_events',
  kind: 'kind',
  columns: sql`subject_id as "subjectId", client_id as "clientId", send_id as "sendId", label = 'human' as "isHuman",
    first_of_day as "isFirst", device, country`,
};
