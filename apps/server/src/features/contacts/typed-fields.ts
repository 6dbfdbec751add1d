import { isDeepStrictEqual } from 'node:util';
import type { Attributes } from '@waggle/contracts/contact-fields';
import { zoneNamed } from '@waggle/contracts/contact-zones';
import { toE164 } from './phones.ts';
import type { ContactFields } from './queries.ts';

export type Typed = {
  email: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  company: string | null;
  timeZone?: string | null;
  source: string;
  status: string;
  attributes: Attributes;
};
export type Change = { [Field in keyof Typed]?: Typed[Field] | undefined };

/** What was typed, as columns. Empty is the same as unknown. */
export function fieldsOf(typed: Change): Partial<ContactFields> {
  const { email, firstName, lastName, phone, company, source, status, attributes } = typed;
  return {
    ...(email === undefined ? {} : { email }),
    ...emptied({ first_name: firstName, last_name: lastName, company }),
    ...(phone === undefined ? {} : { phone: phone || null, phone_e164: toE164(phone) }),
    ...zoneField(typed),
    ...(source === undefined ? {} : { source }),
    ...(status === undefined ? {} : { status }),
    ...(attributes === undefined ? {} : { attributes: withoutNulls(attributes) }),
  };
}

type Texts = Partial<Record<'first_name' | 'last_name' | 'company', string | null | undefined>>;

const emptied = (texts: Texts): Partial<ContactFields> =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([, text]) => text !== undefined)
      .map(([field, text]) => [field, text || null]),
  );

const zoneField = ({ timeZone }: Change): Partial<ContactFields> =>
  timeZone === undefined ? {} : { time_zone: zoneNamed(timeZone ?? '') };

/** Null takes a value away. */
const withoutNulls = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null));

export const differences = (before: object, fields: Partial<ContactFields>): Partial<ContactFields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => !isDeepStrictEqual(before[field as keyof object], value)),
  );

type Known = Pick<ContactFields, 'first_name' | 'last_name' | 'phone' | 'phone_e164' | 'company' | 'time_zone'>;

/** Of the other fields, those that are empty here. A number comes with its typed form or not at all. */
export const missing = (here: Known, other: Partial<Known>): Partial<Known> => ({
  first_name: here.first_name ?? other.first_name ?? null,
  last_name: here.last_name ?? other.last_name ?? null,
  company: here.company ?? other.company ?? null,
  time_zone: here.time_zone ?? other.time_zone ?? null,
  ...(here.phone === null && other.phone ? { phone: other.phone, phone_e164: other.phone_e164 ?? null } : {}),
});
