import type { TestApi } from '../harness/test-api.ts';

/**
 * Tables whose organization-wide rows every client of the organization reads, with the reason. Only what names nobody may
 * stand here; personal-data.test.ts refuses a table that could.
 */
export const sharedWithClients: Readonly<Record<string, string>> = {
  contact_fields: 'The names of custom fields, such as "Birthday": never a value of a person.',
};

/**
 * Tables without a client in which a limited person reads what concerns the whole organization. Only what names nobody may
 * stand here as well.
 */
export const ofTheOrganization: Readonly<Record<string, string>> = {
  automation_totals: 'How many automations the plan counts.',
  contact_counts: 'How many contacts the plan counts.',
  form_counts: 'How many forms the plan counts.',
  rows_to_delete: 'Which form or automation was deleted, by its id, while a job deletes what belonged to it.',
  suppression_keys: 'The key of the hashes; the check for suppressed addresses needs it.',
};

/** Columns that may hold something about a person, by their names. Documents may hold anything. */
const personal =
  /(^|_)(address|email|phone|name|first|last|ip|agent|device|word|words|from|reply|recipient|subject|note|text|body)(_|$)/;
const personalTypes = new Set(['json', 'jsonb', 'inet', 'tsvector']);

export async function personalColumns({ db }: TestApi, table: string): Promise<string[]> {
  const { rows } = await db.owner.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );
  return rows.filter(({ name, type }) => personal.test(name) || personalTypes.has(type)).map(({ name }) => name);
}
