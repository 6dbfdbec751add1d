import { type ContactSort, sortedField } from '@waggle/contracts/contacts';
import { type RawBuilder, sql } from 'kysely';
import type { Keyset } from '#platform/keyset.ts';

/** A custom field that a list is sorted by. */
export type SortField = { key: string; type: string };
export type Order = { sort: ContactSort; field?: SortField | undefined };

/** Each with an index on the organization, the column and the id. */
const indexed: Record<string, { by: RawBuilder<unknown>; type: Keyset['type'] }> = {
  createdAt: { by: sql`created_at`, type: 'timestamptz' },
  lastActivityAt: { by: sql`last_activity_at`, type: 'timestamptz' },
  email: { by: sql`email_folded`, type: 'text' },
  name: { by: sql`name_folded`, type: 'text' },
  status: { by: sql`status`, type: 'text' },
  source: { by: sql`source`, type: 'text' },
};

/** Whoever has no company comes last both ways: two indexes, and the text of the upper one is that of the migration. */
const byCompany = (descending: boolean): Pick<Keyset, 'by' | 'type'> => ({
  by: descending ? sql`company_key` : sql`(case when company_key = '' then '2' else company_key end)`,
  type: 'text',
});

export function keysetOf({ sort, field }: Order): Keyset {
  const descending = sort.startsWith('-');
  const column = sort.replace('-', '');
  const sorted = field ? byField(field, descending) : column === 'company' ? byCompany(descending) : indexed[column];
  if (!sorted) throw new Error(`No order is known for ${sort}.`);
  return { ...sorted, id: sql`id`, descending };
}

/** Letters that count; a cursor has room for these, whatever they become in small letters. */
const comparedLetters = 200;

/** Whoever has no value comes last, whichever way the list is sorted. */
function byField({ key, type }: SortField, descending: boolean): Pick<Keyset, 'by' | 'type'> {
  const value = sql`attributes -> ${key}::text`;
  if (type === 'number') {
    const last = descending ? '-Infinity' : 'Infinity';
    const number = sql`case when jsonb_typeof(${value}) = 'number' then (${value})::float8 else ${last}::float8 end`;
    return { by: number, type: 'float8' };
  }
  const text = sql`left(lower(attributes ->> ${key}::text), ${comparedLetters}::int)`;
  return { by: sql`coalesce('1' || ${text}, ${descending ? '0' : '2'}::text)`, type: 'text' };
}

/** The key of the field in `custom.<key>`; undefined where a column of everybody is meant. */
export const sortedKey = (sort: ContactSort): string | undefined => sortedField.exec(sort)?.[1];
