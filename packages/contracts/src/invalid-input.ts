import type { z } from 'zod';

/**
 * What a person reads where a schema has no sentence of its own; zod's own speak of types and come in English only.
 * Passed to each parse: `schema.safeParse(input, { error: invalidInput })`.
 */
export function invalidInput(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? required : (byType[issue.expected] ?? notValid);
    case 'too_big':
      return tooBig(String(issue.origin), Number(issue.maximum));
    case 'too_small':
      return tooSmall(String(issue.origin), Number(issue.minimum));
    case 'invalid_value':
      return issue.values.length > 1 ? 'Choose one of the available options' : notValid;
    case 'not_multiple_of':
      return `Enter a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return byFormat[issue.format] ?? notValid;
    default:
      return notValid;
  }
}

const required = 'This field is required';
const notValid = "This value isn't valid";

const byType: Record<string, string> = { number: 'Enter a number', int: 'Enter a whole number' };

const byFormat: Record<string, string> = {
  email: 'Please enter a valid email address',
  url: 'Enter a valid URL',
  datetime: 'Choose a date and time',
  date: 'Choose a date',
  uuid: 'Invalid id',
};

/** A schema's own message is said for all its checks that have none, so a length needs this one spelled out. */
export const tooLong = (most: number): string => `Use at most ${most} characters`;

function tooBig(origin: string, most: number): string {
  if (origin === 'string') return tooLong(most);
  if (origin === 'array' || origin === 'set') return `Choose at most ${most}`;
  return `Enter ${most} or less`;
}

function tooSmall(origin: string, least: number): string {
  if (origin === 'string') return least <= 1 ? required : `Use at least ${least} characters`;
  if (origin === 'array' || origin === 'set') return least <= 1 ? 'Choose at least one' : `Choose at least ${least}`;
  return `Enter ${least} or more`;
}
