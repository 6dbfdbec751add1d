import { z } from 'zod';
import { FieldKey } from './contact-rules.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { line } from './fields.ts';

export const fieldTypes = ['text', 'number', 'date', 'boolean', 'choice'] as const;
export const FieldType = z.enum(fieldTypes);
export type FieldType = z.infer<typeof FieldType>;

/** Fields one organization or client may have. */
export const mostContactFields = 100;

export const ContactField = z.object({
  id: z.uuid(),
  key: z.string(),
  label: z.string(),
  type: FieldType,
  options: z.array(z.string()),
  clientId: z.uuid().nullable(),
});
export type ContactField = z.infer<typeof ContactField>;

/** A value of a custom field. Dates are YYYY-MM-DD. Null takes the value away. */
export const AttributeValue = z.union([line(500), z.number(), z.boolean(), z.null()]);
export const Attributes = z
  .record(FieldKey, AttributeValue)
  .refine((attributes) => Object.keys(attributes).length <= mostContactFields);
export type Attributes = z.infer<typeof Attributes>;

const label = line(60, 'Field name is required').min(1, 'Field name is required');
const options = z
  .array(line(60).min(1))
  .max(100)
  .refine((list) => new Set(list).size === list.length, 'Use each choice only once');
const fieldPath = z.strictObject({ fieldId: idOf('contact-field') });

export const listContactFields = endpoint({
  name: 'contact-fields.list',
  method: 'GET',
  path: '/api/contact-fields',
  needs: 'contacts:read',
  summary: 'The custom fields contacts can have, in their order.',
  reply: z.object({ items: z.array(ContactField) }),
});

export const createContactField = endpoint({
  name: 'contact-fields.create',
  method: 'POST',
  path: '/api/contact-fields',
  needs: 'contacts:write',
  audit: { entity: 'contact-field' },
  summary: 'Adds a custom field. Its key is made from its label and never changes.',
  status: 201,
  body: z
    .strictObject({ label, type: FieldType.default('text'), options: options.default([]) })
    .refine(({ type, options }) => type !== 'choice' || options.length > 0, {
      message: 'Add at least one choice',
      path: ['options'],
    }),
  reply: ContactField,
});

export const updateContactField = endpoint({
  name: 'contact-fields.update',
  method: 'PUT',
  path: '/api/contact-fields/:fieldId',
  needs: 'contacts:write',
  audit: { entity: 'contact-field' },
  summary: 'Renames a custom field or changes its choices.',
  params: fieldPath,
  body: z.strictObject({ label: label.optional(), options: options.optional() }),
  reply: ContactField,
});

export const deleteContactField = endpoint({
  name: 'contact-fields.delete',
  method: 'DELETE',
  path: '/api/contact-fields/:fieldId',
  needs: 'contacts:write',
  audit: { entity: 'contact-field' },
  summary: 'Deletes a custom field. Values contacts have of it are no longer shown.',
  status: 204,
  params: fieldPath,
  reply: NoReply,
});
