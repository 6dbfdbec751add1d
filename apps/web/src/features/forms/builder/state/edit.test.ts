import { fieldsInOrder, pagesOf } from '@waggle/forms/pages';
import { expect, test } from 'vitest';
import * as edits from './edit.ts';
import { emptyDraft, type FormDraft, makeField, newId, placeOf } from './form-draft.ts';

function draftWith(...labels: string[]): FormDraft {
  let draft = emptyDraft();
  for (const label of labels) {
    const field = { ...makeField(draft, { type: 'text', label, options: [] }), id: `field_${label}` };
    draft = { ...draft, fields: [...draft.fields, field] };
  }
  return draft;
}

const labels = (draft: FormDraft) => pagesOf(draft).map(({ fields }) => fields.map(({ label }) => label));

test('fields made in the same millisecond have ids of their own', () => {
  const first = newId('field', [], 1_000);

  expect(newId('field', [first], 1_000)).toBe('field_1001');
});

test('a dropdown starts with the options it is given, a text with none', () => {
  const words = { label: 'Day', options: ['Option 1', 'Option 2'] };

  expect(makeField(emptyDraft(), { type: 'select', ...words }).options).toEqual(['Option 1', 'Option 2']);
  expect(makeField(emptyDraft(), { type: 'text', ...words }).options).toEqual([]);
});

test('a form of one page without a title has no pages written down', () => {
  const draft = draftWith('1', '2');

  expect(edits.moveField(draft, 'field_1', { page: 0, index: 2 })).toMatchObject({ pages: [] });
  expect(labels(edits.moveField(draft, 'field_1', { page: 0, index: 2 }))).toEqual([['2', '1']]);
});

test('a field that is dropped where it stands changes nothing', () => {
  const draft = draftWith('1', '2');

  expect(edits.moveField(draft, 'field_1', { page: 0, index: 1 })).toBe(draft);
  expect(edits.stepField(draft, 'field_1', -1)).toBe(draft);
});

test('a field that steps past the end of its page goes to the next one, and back', () => {
  const paged = edits.addPage(draftWith('1', '2'), 0);

  const over = edits.stepField(paged, 'field_2', 1);

  expect(labels(over)).toEqual([['1'], ['2']]);
  expect(labels(edits.stepField(over, 'field_2', -1))).toEqual([['1', '2'], []]);
});

test('a deleted page gives its fields to the one beside it', () => {
  const paged = edits.stepField(edits.addPage(draftWith('1', '2'), 0), 'field_2', 1);

  expect(labels(edits.removePage(paged, 1))).toEqual([['1', '2']]);
  expect(labels(edits.removePage(paged, 0))).toEqual([['1', '2']]);
  expect(labels(edits.movePage(paged, 0, 1))).toEqual([['2'], ['1']]);
});

test('a page keeps its title when fields move', () => {
  const paged = edits.renamePage(edits.addPage(draftWith('1', '2'), 0), 1, 'Your loaf');

  const moved = edits.moveField(paged, 'field_1', { page: 1, index: Number.MAX_SAFE_INTEGER });

  expect(moved.pages.map(({ title }) => title)).toEqual(['', 'Your loaf']);
  expect(placeOf(moved, 'field_1')).toEqual({ page: 1, index: 0 });
});

test('a condition on a field goes when the field goes', () => {
  const asked = edits.changeField(draftWith('1', '2'), 'field_2', {
    visibleWhen: { match: 'all', conditions: [{ fieldId: 'field_1', op: 'isAnswered', value: '' }] },
  });

  expect(edits.removeField(asked, 'field_1').fields).toMatchObject([{ id: 'field_2', visibleWhen: null }]);
});

test('a copy stands below its original and has an id of its own', () => {
  const copied = edits.duplicateField(draftWith('1', '2'), 'field_1', 'field_9');

  expect(fieldsInOrder(copied).map(({ id }) => id)).toEqual(['field_1', 'field_9', 'field_2']);
});
