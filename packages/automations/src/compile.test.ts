import { AutomationDocument, emptyDocument, type Step, stepsOf } from '@waggle/contracts/automation-document';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile } from './compile.ts';
import { nextOf, placeOf, restsAt, stepIdOf } from './program.ts';
import { randomDocument } from './any-program.fixture.ts';

test('every document becomes a program: steps in reading order, and every way leads down to the end', () => {
  fc.assert(
    fc.property(randomDocument, (document) => {
      expect(AutomationDocument.safeParse(document).success).toBe(true);

      const { nodes } = compile(document);

      const ids = [...stepsOf(document.steps)].map(({ id }) => id);
      expect(nodes.map(({ stepId }) => stepId)).toEqual([...ids, '']);
      for (const [at, node] of nodes.entries())
        for (const next of nextOf(node)) {
          expect(next).toBeGreaterThan(at);
          expect(next).toBeLessThan(nodes.length);
        }
    }),
  );
});

test('lanes come together below their step, also an empty one and the last of a lane', () => {
  const wait = (id: string): Step => ({ id, kind: 'wait', for: { amount: 1, unit: 'days' } });
  const lane = (id: string, steps: Step[]) => ({ id, name: '', weight: 1, steps });
  const inner: Step = {
    id: 'innerxxx',
    kind: 'split',
    lanes: [lane('laneaxxx', [wait('waitaxxx')]), lane('lanebxxx', [])],
  };
  const outer: Step = {
    id: 'outerxxx',
    kind: 'if',
    rule: { match: 'all', rules: [] },
    lanes: [lane('lanecxxx', [inner]), lane('lanedxxx', [wait('waitbxxx')])],
  };

  const program = compile({ ...emptyDocument, steps: [outer, wait('waitcxxx')] });

  expect(program.nodes.map(nextOf)).toEqual([[1, 3], [2, 4], [4], [4], [5], []]);
  expect(placeOf(program, 'waitbxxx')).toBe(3);
  expect(stepIdOf(program, 4)).toBe('waitcxxx');
  expect([stepIdOf(program, 5), stepIdOf(program, 99)]).toEqual([null, null]);
  expect(program.nodes.map(restsAt)).toEqual([false, false, true, true, true, false]);
});

test('an empty document is a program that ends at once', () => {
  expect(compile(emptyDocument).nodes).toEqual([{ kind: 'end', stepId: '' }]);
});
