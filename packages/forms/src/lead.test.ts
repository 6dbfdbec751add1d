import { FormDefinition } from '@waggle/contracts/form-definition';
import { expect, test } from 'vitest';
import { checkAnswers } from './check-answers.ts';
import { leadOf, suggestedPart } from './lead.ts';
import { problemsOf } from './problems.ts';

const form = (fields: object[], title = 'Join') => FormDefinition.parse({ fields, settings: { title } });

test.each([
  ['email', 'Where do we write to?', 'email'],
  ['text', 'Your EMAIL', 'email'],
  ['text', 'First name', 'firstName'],
  ['text', 'Name (last)', 'lastName'],
  ['phone', 'Call you at', 'phone'],
  ['text', 'Phone number', 'phone'],
  ['text', 'Name', null],
  ['text', 'Company', 'company'],
  ['text', 'Organisation name ', 'company'],
  ['text', 'What do you like about our company?', null],
  ['textarea', 'Company', null],
  ['checkbox', 'Email me the bake list', null],
  ['consent', 'Email me', null],
  ['select', 'Phone model', null],
] as const)('a field of type %s called "%s" fills %s', (type, label, part) => {
  expect(suggestedPart({ type, label })).toBe(part);
});

test('what a field fills is chosen, or goes by its label, and the first answer counts', () => {
  const definition = form([
    { id: 'field_1', type: 'text', label: 'Company email', fills: 'none' },
    { id: 'field_2', type: 'email', label: 'Email' },
    { id: 'field_3', type: 'email', label: 'Email again' },
    { id: 'field_4', type: 'text', label: 'What do friends call you?', fills: 'firstName' },
    { id: 'field_5', type: 'select', label: 'Size', options: ['S', 'M'], fills: 'custom.size' },
    { id: 'field_6', type: 'checkbox', label: 'Member', fills: 'custom.member' },
  ]);
  const typed = {
    field_1: 'x@y.example',
    field_2: 'a@b.example',
    field_3: 'c@d.example',
    field_4: 'Ann',
    field_5: 'M',
    field_6: true,
  };
  const { answers } = checkAnswers(definition, new Map(Object.entries(typed)));

  expect(leadOf(definition, answers)).toEqual({
    email: 'a@b.example',
    firstName: 'Ann',
    attributes: new Map<string, unknown>([
      ['size', 'M'],
      ['member', true],
    ]),
  });
});

test('text in a field labelled email makes no contact unless it is an address', () => {
  const definition = form([{ id: 'field_1', type: 'text', label: 'Email' }]);
  expect(leadOf(definition, new Map([['field_1', 'ask my assistant']])).email).toBeUndefined();
});

test('an answer that is no name or number stays an answer, and lines become one', () => {
  const definition = form([
    { id: 'field_1', type: 'text', label: 'First name' },
    { id: 'field_2', type: 'text', label: 'Last name' },
    { id: 'field_3', type: 'text', label: 'Phone number' },
    { id: 'field_4', type: 'textarea', label: 'Note', fills: 'custom.note' },
    { id: 'field_5', type: 'textarea', label: 'Nickname', fills: 'firstName' },
  ]);
  const typed = {
    field_1: 'x'.repeat(101),
    field_2: 'y'.repeat(100),
    field_3: '1'.repeat(41),
    field_4: 'one\n \ttwo\u2028three',
    field_5: 'Han\nnah',
  };
  expect(leadOf(definition, new Map(Object.entries(typed)))).toEqual({
    firstName: 'Han nah',
    lastName: 'y'.repeat(100),
    attributes: new Map([['note', 'one two three']]),
  });
});

test('what keeps a form from being published is said by field', () => {
  const definition = form(
    [
      {
        id: 'field_1',
        type: 'text',
        visibleWhen: { match: 'any', conditions: [{ fieldId: 'field_2', op: 'isAnswered' }] },
      },
      { id: 'field_2', type: 'radio', label: 'Day', options: ['Friday', 'Friday'] },
      { id: 'field_3', type: 'select', label: 'Loaf' },
      { id: 'field_4', type: 'hidden', label: 'Campaign' },
      { id: 'field_3', type: 'select', label: 'Loaf' },
    ],
    '',
  );
  expect(problemsOf(definition)).toEqual([
    { fieldId: null, message: 'Form title is required' },
    { fieldId: null, message: 'Two fields have the same id' },
    { fieldId: 'field_1', message: 'Label is required' },
    { fieldId: 'field_1', message: 'A condition can only look at fields before this one' },
    { fieldId: 'field_2', message: 'Use each choice only once' },
    { fieldId: 'field_3', message: 'Every option needs a text' },
    { fieldId: 'field_4', message: 'A hidden field needs a parameter or a value' },
  ]);
  expect(problemsOf(form([]))).toEqual([{ fieldId: null, message: 'Please add at least one field to your form.' }]);
});
