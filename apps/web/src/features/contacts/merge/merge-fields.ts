import type { Attributes, ContactField } from '@waggle/contracts/contact-fields';
import { mergeFields, type Contact, type MergeField } from '@waggle/contracts/contacts';

type Value = Attributes[string] | undefined;

/** A line of the comparison: a field and what either contact has there. */
export type MergeRow = {
  /** Unique, and what is sent: the name of a field, or `custom:` and a key. */
  key: string;
  field: MergeField | ContactField;
  kept: Value;
  other: Value;
  /** Both have something, and not the same: a person decides. */
  differs: boolean;
};

const custom = 'custom:';
const isThere = (value: Value) => value !== null && value !== undefined && value !== '';

function rowOf(key: string, field: MergeRow['field'], kept: Value, other: Value): MergeRow[] {
  if (!isThere(kept) && !isThere(other)) return [];
  return [{ key, field, kept, other, differs: isThere(kept) && isThere(other) && kept !== other }];
}

/** Every field that one of the two has. */
export const rowsOf = (kept: Contact, other: Contact, fields: readonly ContactField[]): MergeRow[] => [
  ...mergeFields.flatMap((name) => rowOf(name, name, kept[name], other[name])),
  ...fields
    .filter(({ clientId }) => clientId === null || clientId === kept.clientId)
    .flatMap((field) => rowOf(`${custom}${field.key}`, field, kept.attributes[field.key], other.attributes[field.key])),
];

/** What the server is told: the lines of which the other contact's value was chosen. */
export const choiceOf = (taken: ReadonlySet<string>) => ({
  take: mergeFields.filter((name) => taken.has(name)),
  takeAttributes: [...taken].filter((key) => key.startsWith(custom)).map((key) => key.slice(custom.length)),
});
