import { importStates, type Import } from '@waggle/contracts/imports';
import { expect, test } from 'vitest';
import { isMoving, mayUndo, progressOf, rateOf, stepOf, summaryOf } from './import-state.ts';

const counts = { created: 200, updated: 12, unchanged: 3, duplicate: 1, invalid: 2, blocked: 4, overLimit: 5 };
const importAs = (change: Partial<Import>) =>
  ({ kind: 'contacts', state: 'done', counts, undoUntil: '2026-06-30T00:00:00.000Z', ...change }) as Import;
const before = Date.parse('2026-06-01T00:00:00.000Z');
const after = Date.parse('2026-07-01T00:00:00.000Z');

test('a reload comes back to the step the server is at', () => {
  expect(Object.fromEntries(importStates.map((state) => [state, stepOf({ state })]))).toEqual({
    uploading: 'upload',
    uploaded: 'match',
    checking: 'review',
    checked: 'review',
    running: 'import',
    done: 'import',
    failed: 'import',
    cancelled: 'import',
    undoing: 'import',
    undone: 'import',
  });
  expect(stepOf(undefined)).toBe('upload');
});

test('only work that goes on by itself is asked about again', () => {
  expect(importStates.filter((state) => isMoving({ state }))).toEqual(['checking', 'running', 'undoing']);
});

test('the summary counts every row of the file once', () => {
  const summary = summaryOf(counts);

  expect(summary).toEqual({ imported: 212, duplicates: 4, errors: 11 });
  expect(summary.imported + summary.duplicates + summary.errors).toBe(227);
});

test('an import can be undone while its time lasts and something was written', () => {
  expect(mayUndo(importAs({}), before)).toBe(true);
  expect(mayUndo(importAs({ state: 'cancelled' }), before)).toBe(true);
  expect(mayUndo(importAs({}), after)).toBe(false);
  expect(mayUndo(importAs({ state: 'running' }), before)).toBe(false);
  expect(mayUndo(importAs({ state: 'undone' }), before)).toBe(false);
  expect(mayUndo(importAs({ counts: { ...counts, created: 0, updated: 0 } }), before)).toBe(false);
  expect(mayUndo(importAs({ undoUntil: null }), before)).toBe(false);
});

test('the rate is rows in a second', () => {
  const running = importAs({ state: 'running', position: 3000, startedAt: '2026-06-01T00:00:00.000Z' });

  expect(rateOf(running, before + 2000)).toBe(1500);
  expect(rateOf(running, before)).toBeUndefined();
  expect(rateOf({ ...running, state: 'done' }, before + 2000)).toBeUndefined();
});

test('the bar of a check is not full before the end of the file is known', () => {
  const columns = [{ header: 'email', samples: ['ann@b.co'], guess: { to: 'email' as const } }];
  const checking = importAs({ state: 'checking', rows: null, bytes: 900, columns });

  expect(progressOf({ ...checking, position: 50 })).toEqual({ value: 50, max: 100 });
  expect(progressOf({ ...checking, position: 1000 })).toEqual({ value: 1000, max: 1050 });
  expect(progressOf({ ...checking, rows: 1200, position: 1000 })).toEqual({ value: 1000, max: 1200 });
});

test('an undo counts contacts, not rows', () => {
  const undone = { removed: 100, restored: 5, kept: 1 };
  const undoing = importAs({ state: 'undoing', rows: 227, position: 227, undone });

  expect(progressOf(undoing)).toEqual({ value: 106, max: 212 });
});
