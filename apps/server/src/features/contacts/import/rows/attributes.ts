import { oneLine } from '@waggle/contracts/text-patterns';

export type Field = { key: string; label: string; type: string; options: string[] };
export type Attribute = string | number | boolean;
/** A cell as the value of a custom field, or the sentence that says why it is none. */
export type Converted = { value: Attribute } | { problem: string };

const booleans = new Map<string, boolean>([
  ...['true', 'yes', 'y', '1', 'sí', 'si', 'oui', 'vrai', 'verdadero'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0', 'non', 'faux', 'falso'].map((word) => [word, false] as const),
]);
const longest = 500;

export function toAttribute({ label, type, options }: Field, cell: string): Converted {
  const problem = `"${label}" isn't valid`;
  if (cell.length > longest || !oneLine.test(cell)) return { problem };
  if (type === 'text') return { value: cell };
  const value = typed(type, cell, options);
  return value === undefined ? { problem } : { value };
}

function typed(type: string, cell: string, options: readonly string[]): Attribute | undefined {
  if (type === 'number') return toNumber(cell);
  if (type === 'date') return toDay(cell);
  if (type === 'boolean') return booleans.get(cell.toLowerCase());
  return options.find((option) => option.toLowerCase() === cell.toLowerCase());
}

function toNumber(cell: string): number | undefined {
  if (!/^[+-]?\d{1,15}([.,]\d{1,10})?$/.test(cell)) return undefined;
  return Number(cell.replace(',', '.'));
}

/** YYYY-MM-DD, with or without a time behind it. Other orders are not guessed: 03/04 is two different days. */
export function toDay(cell: string): string | undefined {
  const [, day] = /^(\d{4}-\d\d-\d\d)(?:[T ].{0,30})?$/.exec(cell) ?? [];
  if (day === undefined || day < '1000') return undefined;
  const real = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(real.getTime()) && real.toISOString().startsWith(day) ? day : undefined;
}
