import { expect, test } from 'vitest';
import { newFieldsFor } from './new-fields.ts';

const column = (header: string, type?: 'date' | 'number') => ({
  header,
  samples: [],
  guess: { to: 'skip' as const },
  ...(type && { type }),
});

test('columns without a field become fields with the guessed type', () => {
  const columns = [column('Email'), column('Birthday', 'date'), column('Notes')];

  expect(newFieldsFor(columns, ['email', 'skip', 'skip'], [])).toEqual([
    { at: 1, label: 'Birthday', type: 'date' },
    { at: 2, label: 'Notes', type: 'text' },
  ]);
});

test('no two fields get the same name', () => {
  const columns = [column('Notes'), column('notes'), column('Notes', 'number')];

  const labels = newFieldsFor(columns, ['skip', 'skip', 'skip'], [{ label: 'NOTES' }]).map(({ label }) => label);

  expect(labels).toEqual(['Notes 2', 'notes 3', 'Notes 4']);
});

test('a long header is cut to what a field may be called', () => {
  const [field] = newFieldsFor([column('x'.repeat(200))], ['skip'], []);

  expect(field?.label.length).toBeLessThanOrEqual(60);
});
