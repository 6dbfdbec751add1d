import { ownFields } from './liquid.ts';
import type { Personal } from './personal.ts';

/** What an email said about its reader, by the names authors use: fields that stand in it, and nothing else. */
export type KeptValues = Readonly<Record<string, unknown>>;

/** Names of fields and ids of tags that compiled content asks for. */
export type Asked = { fields: ReadonlySet<string>; tagIds: ReadonlySet<string> };

const tag = /\{\{[^{}]*\}\}|\{%[^{}]*%\}/g;
const name = /[A-Za-z_][A-Za-z0-9_]*/g;
const id = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;

/** Rather one name too many: the words of conditions are among them, and name no field. */
export function askedIn(compiled: string): Asked {
  const tags = compiled.match(tag) ?? [];
  return {
    fields: new Set(tags.flatMap((text) => outsideQuotes(text).match(name) ?? [])),
    tagIds: new Set(tags.flatMap((text) => text.match(id) ?? [])),
  };
}

/** Tags have no escapes. A word in a fallback is no field, or the field of that name would be kept. */
function outsideQuotes(text: string): string {
  let [outside, quote] = ['', ''];
  for (const sign of text) {
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") [outside, quote] = [`${outside} `, sign];
    else outside += sign;
  }
  return outside;
}

/** Of somebody's fields and tags those that are asked for; null where the content is the same for everybody. */
export function valuesToKeep(personal: Personal, { fields, tagIds }: Asked): KeptValues | null {
  if (fields.size === 0) return null;
  const own = Object.entries(ownFields).map(([field, key]) => [field, personal[key]] as const);
  const known = [...Object.entries(personal.attributes), ...own];
  return Object.fromEntries(
    known
      .filter(([field, value]) => fields.has(field) && value !== null && value !== undefined)
      .map(([field, value]) => [
        field,
        field === 'tags' ? (personal.tagIds ?? []).filter((one) => tagIds.has(one)) : value,
      ]),
  );
}

/** Somebody of whom nothing but this is known. */
export function personalOf(values: KeptValues): Personal {
  const textOf = (field: string): string | null => {
    const value = values[field];
    return typeof value === 'string' ? value : null;
  };
  const tagIds = values['tags'];
  return {
    email: textOf('email') ?? '',
    firstName: textOf('first_name'),
    lastName: textOf('last_name'),
    phone: textOf('phone'),
    company: textOf('company'),
    attributes: values,
    tagIds: Array.isArray(tagIds) ? tagIds.filter((one) => typeof one === 'string') : [],
  };
}
