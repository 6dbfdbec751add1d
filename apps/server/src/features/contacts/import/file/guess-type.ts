import type { FieldType } from '@waggle/contracts/contact-fields';
import { toAttribute } from '../rows/attributes.ts';

const guessed = ['date', 'number', 'boolean'] as const;

/** Postcodes, membership and telephone numbers are not counted with, and would lose their first sign. */
const isCode = (value: string): boolean => /^(?:0\d|\+)/.test(value);

/** The narrowest type that takes every value of the sample, as the import will take them; text where there is none. */
export function guessType(values: readonly string[]): FieldType {
  if (values.length === 0) return 'text';
  const takesAll = (type: FieldType) =>
    values.every((value) => 'value' in toAttribute({ key: '', label: '', type, options: [] }, value));
  const type = guessed.find(takesAll) ?? 'text';
  return type === 'number' && values.some(isCode) ? 'text' : type;
}
