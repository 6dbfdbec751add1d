import { compile } from '@waggle/automations/compile';
import { emptyDocument, type Step } from '@waggle/contracts/automation-document';
import { expect, test } from 'vitest';
import type { Mapped } from './move-queries.ts';
import { targetOf } from './target.ts';

const wait = (id: string): Step => ({ id, kind: 'wait', for: { amount: 1, unit: 'days' } });
const split = (id: string, one: Step[], other: Step[]): Step => ({
  id,
  kind: 'split',
  lanes: [
    { id: `${id.slice(0, 7)}x`, name: 'One', weight: 1, steps: one },
    { id: `${id.slice(0, 7)}y`, name: 'Other', weight: 1, steps: other },
  ],
});
const version = (...steps: Step[]) => {
  const document = { ...emptyDocument, steps };
  return { document, program: compile(document) };
};

/** The step of the new version; null leaves, and no name is its end. */
function goes(from: string, before: Step[], after: Step[], mapping: Mapped[] = []) {
  const [old, next] = [version(...before), version(...after)];
  const at = from === '' ? old.program.nodes.length - 1 : old.program.nodes.findIndex(({ stepId }) => stepId === from);
  const way = { from: old, to: next.program, mapping: new Map(mapping.map((mapped) => [mapped.stepId, mapped])) };
  const target = targetOf(at, way);
  return target && { to: next.program.nodes[target.step]!.stepId, isSame: target.isSame };
}

test('somebody at a step that is still there stays at it, wherever it is now', () => {
  const found = goes('steptwoo', [wait('stepones'), wait('steptwoo')], [wait('steptwoo'), wait('stepnewa')]);

  expect(found).toEqual({ to: 'steptwoo', isSame: true });
});

test('somebody at a step that is gone goes to the next below it that is there', () => {
  const before = [wait('stepones'), split('thesplit', [wait('innerone')], [wait('innertwo')]), wait('steptwoo')];

  expect(goes('stepones', before, [wait('steptwoo')])).toEqual({ to: 'steptwoo', isSame: false });
  expect(goes('innerone', before, [wait('steptwoo')])).toEqual({ to: 'steptwoo', isSame: false });
  // Not into one of its ways: nobody has said which is theirs.
  expect(goes('thesplit', before, [wait('innerone'), wait('steptwoo')])).toEqual({ to: 'steptwoo', isSame: false });
});

test('what was chosen for a step counts for those who would have come to it', () => {
  const before = [wait('stepones'), wait('steptwoo'), wait('stepthre')];
  const after = [wait('stepnewa'), wait('stepthre')];
  const mapping = [{ stepId: 'steptwoo', to: { step: 0, isSame: false, time: 'keep' as const } }];

  expect(goes('stepones', before, after, mapping)).toEqual({ to: 'stepnewa', isSame: false });
  expect(goes('steptwoo', before, after, mapping)).toEqual({ to: 'stepnewa', isSame: false });
  expect(goes('steptwoo', before, after, [{ stepId: 'steptwoo', to: null }])).toBeNull();
});

test('who finds no step below has passed all of them, and nobody leaves for that', () => {
  const before = [wait('stepones'), wait('steptwoo')];

  expect(goes('steptwoo', before, [wait('stepones')])).toEqual({ to: '', isSame: false });
  expect(goes('', before, [wait('stepones')])).toEqual({ to: '', isSame: true });
});
