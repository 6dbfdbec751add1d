import { type AutomationDocument, emptyDocument, type Step, stepsOf } from '@waggle/contracts/automation-document';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDocuments } from './compare.ts';
import { anyDocument } from './random-document.fixture.ts';

const wait = (id: string, amount = 1): Step => ({ id, kind: 'wait', for: { amount, unit: 'days' } });
const fork = (id: string, yes: Step[], no: Step[] = []): Step => ({
  id,
  kind: 'if',
  rule: { match: 'all', rules: [] },
  lanes: [
    { id: 'laneyess', name: '', weight: 1, steps: yes },
    { id: 'lanenooo', name: '', weight: 1, steps: no },
  ],
});
const documentOf = (steps: Step[], more: Partial<AutomationDocument> = {}): AutomationDocument => ({
  ...emptyDocument,
  ...more,
  steps,
});
const seen = (before: AutomationDocument, after: AutomationDocument) =>
  compareDocuments(before, after).steps.map(({ stepId, change, isMoved, parts }) =>
    [stepId, change, isMoved && 'moved', ...parts].filter(Boolean).join(' '),
  );

test('steps are told by their id: added, removed, changed, and one that is gone stands where it was', () => {
  const before = documentOf([wait('firstone'), wait('goneaway'), wait('thirdone')]);
  const after = documentOf([wait('firstone', 2), wait('newcomer'), wait('thirdone')]);

  expect(seen(before, after)).toEqual(['firstone changed for', 'goneaway removed', 'newcomer added', 'thirdone same']);
});

test('of steps that change places, only the one that was carried is moved', () => {
  const before = documentOf([wait('aaaaaaaa'), wait('bbbbbbbb'), wait('cccccccc'), wait('dddddddd')]);
  const after = documentOf([wait('dddddddd'), wait('aaaaaaaa'), wait('bbbbbbbb'), wait('cccccccc')]);

  expect(seen(before, after)).toEqual(['dddddddd same moved', 'aaaaaaaa same', 'bbbbbbbb same', 'cccccccc same']);
});

test('a step that was put into a way is moved, and steps below it are not', () => {
  const before = documentOf([wait('aaaaaaaa'), wait('bbbbbbbb')]);
  const after = documentOf([fork('condionn', [wait('aaaaaaaa')]), wait('bbbbbbbb')]);

  expect(seen(before, after)).toEqual(['condionn added', 'aaaaaaaa same moved', 'bbbbbbbb same']);
});

test('what changed inside a way is no change of the step around it', () => {
  const before = documentOf([fork('condionn', [wait('aaaaaaaa')])]);
  const after = documentOf([fork('condionn', [wait('aaaaaaaa', 3)])]);

  expect(seen(before, after)).toEqual(['condionn same', 'aaaaaaaa changed for']);
});

test('what lets people in, keeps them, and when emails leave is told by its part', () => {
  const hours = { from: '09:00', to: '17:00', days: [1, 2] };
  const { parts } = compareDocuments(
    documentOf([]),
    documentOf([], { hours, triggers: [{ kind: 'manual' }], entry: { ...emptyDocument.entry, again: 'each-time' } }),
  );

  expect(parts).toEqual(['triggers', 'entry', 'hours']);
});

test('any two documents: each step is told once, and backward is the mirror', () => {
  fc.assert(
    fc.property(anyDocument, anyDocument, (one, other) => {
      const forth = compareDocuments(one, other);
      const back = compareDocuments(other, one);
      const ids = [...stepsOf(one.steps), ...stepsOf(other.steps)].map(({ id }) => id);
      expect(forth.steps.map(({ stepId }) => stepId).toSorted()).toEqual([...new Set(ids)].toSorted());
      const mirrored = { added: 'removed', removed: 'added', changed: 'changed', same: 'same' } as const;
      const backward = new Map(back.steps.map((step) => [step.stepId, step]));
      for (const { stepId, change, parts } of forth.steps) {
        expect(backward.get(stepId)?.change).toBe(mirrored[change]);
        expect(backward.get(stepId)?.parts.toSorted()).toEqual(parts.toSorted());
      }
      expect(back.steps.filter(({ isMoved }) => isMoved).length).toBe(
        forth.steps.filter(({ isMoved }) => isMoved).length,
      );
      expect(compareDocuments(one, one).steps.every(({ change, isMoved }) => change === 'same' && !isMoved)).toBe(true);
    }),
  );
});
