import type { Attributes, ContactField } from '@waggle/contracts/contact-fields';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';

type AttributeValue = Attributes[string];

/** A value of a custom field as people read it; nothing where nothing is known. */
export function AttributeText({ field, value }: { field: ContactField; value: AttributeValue | undefined }) {
  const { t } = useTranslation('contacts');
  const format = useFormat();
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'number') return format.number(value);
  return field.type === 'date' ? format.date(`${value}T12:00:00`) : value;
}

/** What was typed, as the server keeps it; undefined when it cannot be a value of this field. */
export function attributeFrom(field: ContactField, typed: string): AttributeValue | undefined {
  const text = typed.trim();
  if (text === '') return null;
  if (field.type === 'boolean') return text === 'true';
  if (field.type !== 'number') return text;
  const number = Number(text.replace(',', '.'));
  return Number.isFinite(number) ? number : undefined;
}

export const typedFrom = (value: AttributeValue | undefined): string =>
  value === undefined || value === null ? '' : String(value);
