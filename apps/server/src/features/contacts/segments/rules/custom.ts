import type { Condition } from '@waggle/contracts/contact-rules';
import { parseDate } from '../../fields/attributes.ts';

export type CustomCondition = Extract<Condition, { kind: 'custom' }>;
type Operator = CustomCondition['op'];

const text: Operator[] = ['is', 'isNot', 'contains', 'startsWith', 'endsWith', 'isEmpty', 'isNotEmpty'];
const ordered: Operator[] = ['is', 'isNot', 'lessThan', 'greaterThan', 'isEmpty', 'isNotEmpty'];
const operators: Record<string, Operator[]> = {
  text,
  choice: text,
  number: ordered,
  date: ordered,
  boolean: ['isTrue', 'isFalse', 'isEmpty', 'isNotEmpty'],
};

const values: Record<string, (value: string) => boolean> = {
  number: (value) => /^[+-]?\d{1,310}(\.\d{1,150})?$/.test(value),
  date: (value) => parseDate(value) !== undefined,
};

/** Whether a condition means something for a field of this type; one that does not holds for nobody. */
export function fits({ op, value }: CustomCondition, type: string): boolean {
  if (!operators[type]?.includes(op)) return false;
  const looksAtValue = op !== 'isEmpty' && op !== 'isNotEmpty';
  return !looksAtValue || (values[type]?.(value) ?? true);
}
