import { type RawBuilder, sql } from 'kysely';

/** Keeps a look into the past to those who are asked about. */
export const andOf = (contactIds: readonly string[] | null | undefined): RawBuilder<unknown> =>
  contactIds ? sql`and contact_id = any(${contactIds}::uuid[])` : sql``;
