import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** What the column takes; a number that parses but is longer would fail in the database. */
const dialable = /^\+[1-9][0-9]{4,14}$/;

/**
 * As a machine dials it. Only where the typed number says its country, after + or 00: a guessed one would ring at a
 * stranger's.
 */
export function toE164(typed: string | null): string | null {
  const number = typed === null ? undefined : parsePhoneNumberFromString(typed.replace(/^00/, '+'));
  return number?.isPossible() && dialable.test(number.number) ? number.number : null;
}
