import { sql } from 'kysely';
import type { RowSource } from '#platform/events/row-source.ts';

/** A line of a contact's timeline, as events read it. */
export type ActivityLine = {
  contactId: string;
  clientId: string | null;
  refId: string | null;
  data: Record<string, unknown> | null;
};

/** What happens to contacts is a line in their timeline, so it needs no second row to be an event. */
export const contactActivity: RowSource<ActivityLine> = {
  name: 'contact-activity',
  table: 'contact_activity',
  kind: 'type',
  columns: sql`contact_id as "contactId", client_id as "clientId", ref_id as "refId", data`,
};
