import { expect, test } from 'vitest';
import * as edits from '../state/edit.ts';
import { definitionOf, emptyDraft, type FormDraft, makeField } from '../state/form-draft.ts';
import { diffOf } from './diff.ts';

function draftWith(...labels: string[]): FormDraft {
  const draft = emptyDraft();
  return {
    ...draft,
    fields: labels.map((label) => ({
      ...makeField(draft, { type: 'text', label, options: [] }),
      id: `field_${label}`,
    })),
  };
}

const diff = (before: FormDraft, after: FormDraft) => diffOf(definitionOf(before), definitionOf(after));

test('a form that says the same has no changes, whatever the order of its keys', () => {
  const draft = draftWith('1', '2');
  const turned = { ...draft, settings: Object.fromEntries(Object.entries(draft.settings).toReversed()) };

  expect(diff(draft, turned as FormDraft)).toEqual([]);
});

test('added, changed and removed fields are told in the order of the form', () => {
  const before = draftWith('1', '2', '3');
  const added = edits.insertField(before, { ...before.fields[0]!, id: 'field_9', label: '9' }, { page: 0, index: 1 });
  const after = edits.removeField(edits.changeField(added, 'field_2', { label: 'Two' }), 'field_3');

  expect(diff(before, after)).toMatchObject([
    { kind: 'added', field: { id: 'field_9' }, after: '1' },
    { kind: 'changed', field: { id: 'field_2' }, before: { label: '2' }, parts: ['label'] },
    { kind: 'removed', field: { id: 'field_3' } },
  ]);
});

test('of a field that went to the top only that one has moved', () => {
  const before = draftWith('1', '2', '3', '4');

  const after = edits.moveField(before, 'field_4', { page: 0, index: 0 });

  expect(diff(before, after)).toMatchObject([{ kind: 'moved', field: { id: 'field_4' }, after: null }]);
});

test('a field on another page has moved, and the pages have changed', () => {
  const before = draftWith('1', '2');

  const after = edits.stepField(edits.addPage(before, 0), 'field_2', 1);

  expect(diff(before, after)).toMatchObject([
    { kind: 'moved', field: { id: 'field_2' } },
    { kind: 'form', part: 'pages' },
  ]);
});

test('settings, tags and sites are told by name with what they were', () => {
  const before = draftWith('1');
  const after = {
    ...before,
    allowedOrigins: ['https://shop.example'],
    settings: { ...before.settings, title: 'Join' },
  };

  expect(diff(before, after)).toEqual([
    { kind: 'form', part: 'title', before: '', after: 'Join' },
    { kind: 'form', part: 'allowedOrigins', before: [], after: ['https://shop.example'] },
  ]);
});
