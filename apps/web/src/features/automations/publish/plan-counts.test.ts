import { expect, test } from 'vitest';
import { countPlan, countTime, keyOf, leave, movesOf } from './plan-counts.ts';

const places = [
  { version: 3, stepId: 'waitwait', people: 118, change: 'changed' },
  { version: 3, stepId: 'mailmail', people: 34, change: 'same' },
  { version: 3, stepId: 'gonegone', people: 64, change: 'removed' },
  { version: 2, stepId: 'gonegone', people: 4, change: 'removed' },
] as const;

test('everybody inside stays, moves, leaves or is still to be decided about', () => {
  const choices = new Map([[keyOf(places[2]), 'mailmail']]);

  expect(countPlan([...places], choices)).toEqual({ stay: 152, move: 64, leave: 0, open: 4 });
  expect(countPlan([...places], choices.set(keyOf(places[3]), leave))).toMatchObject({ leave: 4, open: 0 });
});

test('the server is told only what was decided, version by version', () => {
  const choices = new Map([
    [keyOf(places[0]), countTime],
    [keyOf(places[2]), 'mailmail'],
    [keyOf(places[3]), leave],
  ]);

  expect(movesOf([...places], choices)).toEqual([
    { version: 3, stepId: 'waitwait', to: 'waitwait', time: 'count' },
    { version: 3, stepId: 'gonegone', to: 'mailmail', time: 'keep' },
    { version: 2, stepId: 'gonegone', to: null, time: 'keep' },
  ]);
  expect(movesOf([...places], new Map())).toEqual([]);
});
