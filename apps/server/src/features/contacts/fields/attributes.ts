import type { Attributes, AttributeValue } from '@waggle/contracts/contact-fields';
import type { z } from 'zod';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { type FieldRow, findFields } from './queries.ts';

type Value = z.output<typeof AttributeValue>;
type Field = Pick<FieldRow, 'key' | 'label' | 'type' | 'options'>;

/** The values as they are stored, or a Problem that names each wrong one. Null and empty text take a value away. */
export async function checkAttributes(ctx: Context, typed: Attributes): Promise<Attributes> {
  const entries = Object.entries(typed);
  if (entries.length === 0) return {};
  const fields = new Map((await findFields(ctx)).map((field) => [field.key, field]));
  const problems: Record<string, string> = {};
  const checked: Attributes = {};
  for (const [key, value] of entries) {
    const field = fields.get(key);
    const stored = field && accept(field, value);
    if (stored === undefined) problems[`attributes.${key}`] = complaint(field);
    else checked[key] = stored;
  }
  const [message] = Object.values(problems);
  if (message !== undefined) throw new Problem('invalid_input', message, { fields: problems });
  return checked;
}

/** For what nobody can be asked about any more: keeps values that fit a field, and drops those that fit none. */
export async function keepKnownAttributes(
  ctx: Context,
): Promise<(told: ReadonlyMap<string, string | true>) => Attributes> {
  const fields = new Map((await findFields(ctx)).map((field) => [field.key, field]));
  return (told) => {
    const known: Attributes = {};
    for (const [key, value] of told) {
      const field = fields.get(key);
      const stored = field && accept(field, value);
      if (stored !== undefined) known[key] = stored;
    }
    return known;
  };
}

function accept(field: Field, value: Value): Value | undefined {
  if (value === null || value === '') return null;
  if (typeof value === 'string') return parseAttribute(field, value);
  if (typeof value === 'number') return field.type === 'number' && Number.isFinite(value) ? value : undefined;
  return field.type === 'boolean' ? value : undefined;
}

function complaint(field: Field | undefined): string {
  if (!field) return "This field doesn't exist.";
  const sentences: Record<string, string> = {
    number: 'Enter a number.',
    date: 'Enter a date as YYYY-MM-DD.',
    boolean: 'Choose yes or no.',
    choice: 'Choose one of the options.',
  };
  return `${field.label}: ${sentences[field.type] ?? 'Enter text.'}`;
}

const longestText = 500;
const truths: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  y: true,
  1: true,
  false: false,
  no: false,
  n: false,
  0: false,
};

/** What a cell of a file or a typed text means for this field; undefined where it means nothing. */
export function parseAttribute(field: Field, text: string): Value | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (field.type === 'number') return parseNumber(trimmed);
  if (field.type === 'date') return parseDate(trimmed);
  if (field.type === 'boolean') {
    const word = trimmed.toLowerCase();
    return Object.hasOwn(truths, word) ? truths[word] : undefined;
  }
  if (field.type === 'choice') return field.options.find((option) => option.toLowerCase() === trimmed.toLowerCase());
  return trimmed.length <= longestText ? trimmed : undefined;
}

function parseNumber(text: string): number | undefined {
  if (!/^[+-]?(\d{1,15}(\.\d{1,10})?|\.\d{1,10})$/.test(text)) return undefined;
  return Number(text);
}

/** A day that exists; the 30th of February and the year 0 do not. */
export function parseDate(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : undefined;
}
