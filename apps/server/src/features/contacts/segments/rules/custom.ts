import type { Condition } from '@waggle/contracts/contact-rules';

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

const values: Record<string, RegExp> = {
  number: /^[+-]?\d{1,300}(\.\d{1,150})?$/,
  date: /^\d{4}-\d\d-\d\d$/,
};

/** Whether a condition means something for a field of this type; one that does not holds for nobody. */
export function fits({ op, value }: CustomCondition, type: string): boolean {
  if (!operators[type]?.includes(op)) return false;
  const looksAtValue = op !== 'isEmpty' && op !== 'isNotEmpty';
  return !looksAtValue || (values[type]?.test(value) ?? true);
}
