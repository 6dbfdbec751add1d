import { conditionOperators, FormDefinition, formFieldTypes } from '@waggle/contracts/form-definition';
import fc from 'fast-check';

/** Few words, so that made-up conditions are often met and made-up choices often exist. */
export const words = ['', 'Friday', 'friday ', 'Saturday', 'ann@example.com', '+1 503 555 0100', 'yes', 'Ünïcødé 🥖'];
const word = fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 20 }));
const line = word.map((text) => text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '').trim());
const id = fc.integer({ min: 1, max: 8 }).map((number) => `field_${number}`);

const field = fc.record({
  id,
  type: fc.constantFrom(...formFieldTypes),
  label: fc.oneof(line, fc.constantFrom('Email', 'First name', 'Last name', 'Phone number', '¿Correo electrónico?')),
  required: fc.boolean(),
  options: fc.uniqueArray(line, { maxLength: 4 }),
  fills: fc.constantFrom('auto', 'none', 'email', 'firstName', 'phone', 'custom.size'),
  visibleWhen: fc.option(
    fc.record({
      match: fc.constantFrom('all', 'any'),
      conditions: fc.array(fc.record({ fieldId: id, op: fc.constantFrom(...conditionOperators), value: line }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  ),
});

/** Any form that can be kept; many of them could not be published. */
export const anyForm = fc
  .record({
    fields: fc.uniqueArray(field, { maxLength: 8, selector: ({ id }) => id }),
    pages: fc.array(fc.array(id, { maxLength: 5 }), { maxLength: 3 }),
    title: line,
  })
  .map(({ fields, pages, title }) =>
    FormDefinition.parse({
      fields,
      pages: pages.map((fieldIds, at) => ({ id: `page_${at}`, fieldIds })),
      settings: { title },
    }),
  );

const oddKeys = fc.constantFrom('__proto__', 'constructor', 'toString', 'email', 'field_99', 'field_1 ');
const value = fc.oneof(word, fc.boolean(), fc.constant('on'), fc.anything());

/** What anybody might send. */
export const anyTyped = fc
  .array(fc.tuple(fc.oneof({ weight: 5, arbitrary: id }, { weight: 1, arbitrary: oddKeys }), value), { maxLength: 12 })
  .map((entries) => new Map<string, unknown>(entries));
