import { fieldTypes, type ContactField, type FieldType } from '@waggle/contracts/contact-fields';
import type { Import } from '@waggle/contracts/imports';
import type { Choice } from './plan.ts';

/** A column that nothing here is like, as the field it would become. */
export type NewField = { at: number; label: string; type: FieldType };

type Column = NonNullable<Import['columns']>[number];

/** The contract's bound, with room for a number behind it. */
const longestLabel = 57;
const isFieldType = (type: string | undefined): type is FieldType => fieldTypes.some((one) => one === type);

export const guessedType = ({ type }: Pick<Column, 'type'>): FieldType => (isFieldType(type) ? type : 'text');

/** Columns without a field, each with a name that no other field has. */
export function newFieldsFor(
  columns: readonly Column[],
  choices: readonly Choice[],
  fields: readonly Pick<ContactField, 'label'>[],
): NewField[] {
  const taken = new Set(fields.map(({ label }) => label.toLowerCase()));
  return columns.flatMap((column, at) => {
    if (choices[at] !== 'skip') return [];
    const label = freeLabel(column.header.slice(0, longestLabel).trim(), taken);
    taken.add(label.toLowerCase());
    return [{ at, label, type: guessedType(column) }];
  });
}

function freeLabel(label: string, taken: ReadonlySet<string>): string {
  if (!taken.has(label.toLowerCase())) return label;
  let number = 2;
  while (taken.has(`${label} ${number}`.toLowerCase())) number += 1;
  return `${label} ${number}`;
}
