import pg from 'pg';

/**
 * A bound value as it stands in the text of a statement, for the few statements that take none: COPY. Everything but null
 * is a quoted text, which PostgreSQL reads by the same rules as a parameter whose type is not stated.
 */
export function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  const text = textOf(value);
  // The server would end the statement there.
  if (text.includes('\0')) throw new Error('PostgreSQL takes no NUL in a text.');
  return pg.escapeLiteral(text).trim();
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`;
  throw new Error('Only texts, numbers, booleans, dates and lists of them can be written into a statement.');
}

const elementOf = (value: unknown): string =>
  value === null || value === undefined ? 'NULL' : `"${textOf(value).replace(/[\\"]/g, '\\$&')}"`;
