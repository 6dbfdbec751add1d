import { FormDefinition } from '@waggle/contracts/form-definition';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkAnswers, checkFields } from './check-answers.ts';
import { fieldsInOrder, pagesOf } from './pages.ts';
import { anyForm, anyTyped } from './random-form.fixture.ts';
import { type Answer, visibleFields } from './visible.ts';

const cases = 20_000;

const form = (fields: object[], pages: object[] = []) =>
  FormDefinition.parse({ fields, pages, settings: { title: 'Join' } });
const check = (definition: FormDefinition, typed: Record<string, unknown>) =>
  checkAnswers(definition, new Map(Object.entries(typed)));

describe('answers', () => {
  const bread = form([
    { id: 'field_1', type: 'text', label: 'First name', required: true },
    { id: 'field_2', type: 'email', label: 'Email', required: true },
    { id: 'field_3', type: 'radio', label: 'Pickup day', required: true, options: ['Wednesday', 'Friday'] },
    {
      id: 'field_4',
      type: 'select',
      label: 'Friday pickup time',
      required: true,
      options: ['Before noon', 'After 4 PM'],
      visibleWhen: { match: 'all', conditions: [{ fieldId: 'field_3', op: 'is', value: 'Friday' }] },
    },
    { id: 'field_5', type: 'consent', label: 'Email me the weekly bake list' },
  ]);

  test('a field that is not shown is not required, and what it was sent is dropped', () => {
    const typed = { field_1: ' Hannah ', field_2: 'hannah@example.com', field_3: 'Wednesday', field_4: 'After 4 PM' };
    const { answers, errors } = check(bread, typed);
    expect(errors).toEqual(new Map());
    expect([...answers]).toEqual([
      ['field_1', 'Hannah'],
      ['field_2', 'hannah@example.com'],
      ['field_3', 'Wednesday'],
    ]);
  });

  test('a field that is shown by an answer is required', () => {
    const { errors } = check(bread, { field_1: 'Hannah', field_2: 'hannah@gmail', field_3: 'friday' });
    expect([...errors]).toEqual([
      ['field_2', 'email'],
      ['field_3', 'option'],
    ]);
    expect([...check(bread, { field_1: 'H', field_2: 'h@example.com', field_3: 'Friday' }).errors]).toEqual([
      ['field_4', 'required'],
    ]);
  });

  test('a box is ticked by what browsers send, and by nothing else', () => {
    for (const value of [true, 'on', 'true', 'yes', '1'])
      expect(check(bread, { field_5: value }).answers.get('field_5')).toBe(true);
    for (const value of [false, '', 'off', null])
      expect(check(bread, { field_5: value }).errors.has('field_5')).toBe(false);
    for (const value of [[], {}, 2, 'maybe'])
      expect(check(bread, { field_5: value }).errors.get('field_5')).toBe('invalid');
  });

  test('keys that name no field are told, but for those of the first calls', () => {
    const typed = new Map(['__proto__', 'constructor', 'field_99', 'email', 'firstName'].map((key) => [key, 'x']));
    expect(checkAnswers(bread, typed).unknown).toEqual(['__proto__', 'constructor', 'field_99']);
  });

  test('a phone number is digits and what stands between them', () => {
    const phone = form([{ id: 'field_1', type: 'phone', label: 'Phone' }]);
    for (const good of ['+1 (503) 555-0100', '0171/123 45', '112'])
      expect(check(phone, { field_1: good }).errors.size).toBe(0);
    for (const bad of ['call me', '+', '12', '503-555-CALL'])
      expect(check(phone, { field_1: bad }).errors.get('field_1')).toBe('phone');
  });
});

test('any form takes any input: what is kept is asked for, shown and valid, and checks as itself again', () => {
  fc.assert(
    fc.property(anyForm, anyTyped, (definition, typed) => {
      const { answers, errors, unknown } = checkAnswers(definition, typed);
      const shown = visibleFields(definition, answers).map(({ id }) => id);
      for (const id of answers.keys()) expect(shown).toContain(id);
      for (const id of errors.keys()) expect(answers.has(id)).toBe(false);
      for (const key of unknown) expect(answers.has(key)).toBe(false);
      for (const answer of answers.values())
        expect(answer === true || (typeof answer === 'string' && answer !== '')).toBe(true);

      expect([...checkAnswers(definition, answers).answers]).toEqual([...answers]);
    }),
    { numRuns: cases },
  );
});

test('page by page is the same as all at once', () => {
  fc.assert(
    fc.property(anyForm, anyTyped, (definition, typed) => {
      const before = new Map<string, Answer>();
      const errors = new Map<string, string>();
      for (const { fields } of pagesOf(definition)) {
        const page = checkFields(fields, typed, before);
        for (const [id, answer] of page.answers) before.set(id, answer);
        for (const [id, error] of page.errors) errors.set(id, error);
      }
      const all = checkAnswers(definition, typed);
      expect([[...before], [...errors]]).toEqual([[...all.answers], [...all.errors]]);
    }),
    { numRuns: cases },
  );
});

test('every field stands on one page, and only once', () => {
  fc.assert(
    fc.property(anyForm, (definition) => {
      const ids = fieldsInOrder(definition).map(({ id }) => id);
      expect(ids.toSorted()).toEqual(definition.fields.map(({ id }) => id).toSorted());
    }),
    { numRuns: cases },
  );
});
