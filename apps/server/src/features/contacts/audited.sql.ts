import { sql } from 'kysely';
import type { AuditSubjects, ReadSubject } from '#platform/audit/audit.ts';
import type { TenantContext } from '#platform/audit/queries.ts';
import { prepared } from '#platform/database/scoped-query.ts';

/** What is personal data of a contact has no label: an erased person must not live on in the log. */
const ofClient =
  (table: 'contacts' | 'suppressions'): ReadSubject =>
  async ({ db, organizationId }, id) => {
    const row = await db
      .selectFrom(table)
      .select('client_id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .modifyEnd(prepared)
      .executeTakeFirst();
    return row && { label: null, clientId: row.client_id, values: {} };
  };

const named =
  (table: 'segments' | 'imports' | 'tags' | 'contact_views' | 'topics'): ReadSubject =>
  async ({ db, organizationId }, id) => {
    const row = await db
      .selectFrom(table)
      .select(['name', 'client_id'])
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .modifyEnd(prepared)
      .executeTakeFirst();
    return row && { label: row.name, clientId: row.client_id, values: { name: row.name } };
  };

const contactField: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('contact_fields')
    .select(['label', 'client_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .modifyEnd(prepared)
    .executeTakeFirst();
  return row && { label: row.label, clientId: row.client_id, values: { label: row.label } };
};

const batch: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('contact_batches')
    .select(['action', 'client_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .modifyEnd(prepared)
    .executeTakeFirst();
  return row && { label: null, clientId: row.client_id, values: { action: row.action } };
};

export const contactSubjects = {
  contact: ofClient('contacts'),
  suppression: ofClient('suppressions'),
  segment: named('segments'),
  import: named('imports'),
  tag: named('tags'),
  'contact-view': named('contact_views'),
  topic: named('topics'),
  'contact-field': contactField,
  batch,
} satisfies Partial<AuditSubjects>;

/** Names of those contacts that are still there, for reading the log. */
export const findContactNames = ({ db, organizationId }: TenantContext, ids: readonly string[]) =>
  db
    .selectFrom('contacts')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
