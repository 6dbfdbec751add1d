import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** One row of `form_snapshots`, as the copy keeps it. Definitions are JSON. */
export type FormRow = {
  formId: string;
  organizationId: string;
  clientId: string | null;
  version: number;
  definition: string;
  previousVersion: number | null;
  previous: string | null;
  /** Milliseconds since 1970. */
  previousUntil: number | null;
  isActive: boolean;
};

const forms = ({ edge }: Database) =>
  edge
    .selectFrom('form_snapshots')
    .select([
      'form_id as formId',
      'organization_id as organizationId',
      'client_id as clientId',
      'version',
      sql<string>`definition::text`.as('definition'),
      'previous_version as previousVersion',
      sql<string | null>`previous::text`.as('previous'),
      sql<number | null>`(extract(epoch from previous_until) * 1000)::float8`.as('previousUntil'),
      'is_active as isActive',
    ]);

export const findForms = (database: Database, formIds: readonly string[]): Promise<FormRow[]> =>
  forms(database)
    .where('form_id', '=', sql<string>`any(${formIds}::uuid[])`)
    .execute();

/** In the order of the ids, beginning behind the given one. */
export const formsAfter = (database: Database, formId: string, limit: number): Promise<FormRow[]> =>
  forms(database)
    .$if(formId !== '', (query) => query.where('form_id', '>', formId))
    .orderBy('form_id')
    .limit(limit)
    .execute();

export type ChangedRow = FormRow & { changedAt: string };

/** What changed, oldest change first. Times are texts, because a Date would lose the microseconds. */
export const formsChangedAfter = (
  database: Database,
  after: Pick<ChangedRow, 'changedAt' | 'formId'>,
  limit: number,
): Promise<ChangedRow[]> =>
  forms(database)
    .select(sql<string>`updated_at::text`.as('changedAt'))
    .where(sql<boolean>`(updated_at, form_id) > (${after.changedAt}::timestamptz, ${after.formId}::uuid)`)
    .orderBy('updated_at')
    .orderBy('form_id')
    .limit(limit)
    .execute();
