import {
  AutomationDocument,
  automationLimits,
  emptyDocument,
  type ForkStep,
  type Step,
  stepsOf,
} from '@waggle/contracts/automation-document';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as commands from './commands.ts';
import { makeStep, stepKinds } from './make-step.ts';
import { moveStep } from './move-step.ts';
import { numbersOf } from './numbered.ts';
import { anyDocument, countedIds } from './random-document.fixture.ts';
import { listOf, type Place, placeOf } from './steps.ts';

const idsOf = (steps: readonly Step[]) => [...stepsOf(steps)].map(({ id }) => id);
const sorted = (steps: readonly Step[]) => idsOf(steps).toSorted();
const isValid = (document: AutomationDocument) => AutomationDocument.safeParse(document).success;

/** Some step of a document, chosen by a number. */
const stepAt = ({ steps }: AutomationDocument, at: number): Step | undefined => {
  const all = [...stepsOf(steps)];
  return all[at % Math.max(all.length, 1)];
};

/** Every list of a document with every place in it. */
function placesOf({ steps }: AutomationDocument): Place[] {
  const lanes = [
    null,
    ...[...stepsOf(steps)].flatMap((step) => ('lanes' in step ? step.lanes.map(({ id }) => id) : [])),
  ];
  return lanes.flatMap((lane) =>
    Array.from({ length: (listOf(steps, lane)?.length ?? 0) + 1 }, (_, index) => ({ lane, index })),
  );
}

const newIds = () => countedIds('made');
const order = fc.record({
  what: fc.constantFrom('insert', 'remove', 'up', 'down', 'to', 'duplicate', 'wrap', 'change'),
  at: fc.nat(200),
  place: fc.nat(200),
  kind: fc.constantFrom(...stepKinds),
});
type Order = typeof order extends fc.Arbitrary<infer One> ? One : never;

function run(document: AutomationDocument, { what, at, place, kind }: Order, newId: () => string): AutomationDocument {
  const places = placesOf(document);
  const chosen = places[place % places.length]!;
  const step = stepAt(document, at);
  if (what === 'insert') return commands.insertStep(document, makeStep(kind, newId), chosen);
  if (!step) return document;
  if (what === 'remove') return commands.removeStep(document, step.id);
  if (what === 'up') return moveStep(document, step.id, -1);
  if (what === 'down') return moveStep(document, step.id, 1);
  if (what === 'to') return commands.moveStepTo(document, step.id, chosen);
  if (what === 'duplicate') return commands.duplicateStep(document, step.id, newId);
  if (what === 'wrap') return commands.wrapStep(document, step.id, makeStep('if', newId) as ForkStep);
  return commands.changeStep(document, step.id, { id: 'otherone', kind: 'leave' });
}

test('whatever is done to a document, it can be kept', () => {
  fc.assert(
    fc.property(anyDocument, fc.array(order, { maxLength: 12 }), (document, orders) => {
      const newId = newIds();
      expect(isValid(orders.reduce((now, one) => run(now, one, newId), document))).toBe(true);
    }),
  );
});

test('moving and wrapping lose no step and make none twice', () => {
  const moves = order.filter(({ what }) => ['up', 'down', 'to'].includes(what));
  fc.assert(
    fc.property(anyDocument, moves, (document, move) => {
      expect(sorted(run(document, move, newIds()).steps)).toEqual(sorted(document.steps));
    }),
  );
  fc.assert(
    fc.property(anyDocument, order, (document, one) => {
      const after = idsOf(run(document, { ...one, what: 'wrap' }, newIds()).steps);
      expect(after.filter((id) => !id.startsWith('made')).toSorted()).toEqual(sorted(document.steps));
    }),
  );
});

test('removing takes a step with what is inside it, and nothing else', () => {
  fc.assert(
    fc.property(anyDocument, fc.nat(200), (document, at) => {
      const step = stepAt(document, at);
      if (!step) return;
      const gone = new Set(idsOf([step]));
      const left = idsOf(document.steps).filter((id) => !gone.has(id));
      expect(idsOf(commands.removeStep(document, step.id).steps)).toEqual(left);
    }),
  );
});

test('a command leaves the document it was given as it was, so that it can be taken back', () => {
  fc.assert(
    fc.property(anyDocument, order, (document, one) => {
      const before = JSON.stringify(document);
      run(document, one, newIds());
      expect(JSON.stringify(document)).toBe(before);
    }),
  );
});

test('moving down to the end and up again passes every place and ends where it began', () => {
  fc.assert(
    fc.property(anyDocument, fc.nat(200), (document, at) => {
      const step = stepAt(document, at);
      if (!step) return;
      const down = moveStep(document, step.id, 1);
      if (down === document) return;
      const back = moveStep(down, step.id, -1);
      expect(placeOf(back.steps, step.id)).toEqual(placeOf(document.steps, step.id));
    }),
  );
});

test('a step goes into the lanes of the step below it, through them, and out again', () => {
  const newId = newIds();
  const wait = makeStep('wait', newId);
  const fork = makeStep('if', newId) as ForkStep;
  const [yes, no] = fork.lanes;
  let document: AutomationDocument = { ...emptyDocument, steps: [wait, fork] };
  const seen = [0, 1, 2].map(() => {
    document = moveStep(document, wait.id, 1);
    return placeOf(document.steps, wait.id);
  });

  expect(seen).toEqual([
    { lane: yes!.id, index: 0 },
    { lane: no!.id, index: 0 },
    { lane: null, index: 1 },
  ]);
  expect(moveStep(document, wait.id, 1)).toBe(document);
});

test('a copy has ids of its own, and what waits for an email inside waits for the copied email', () => {
  const newId = newIds();
  const fork = makeStep('wait-for', newId) as Extract<Step, { kind: 'wait-for' }>;
  const email = { ...makeStep('email', newId), campaignId: '00000000-0000-4000-8000-000000000001' } as Step;
  fork.lanes[0]!.steps = [email];
  fork.what = { kind: 'email.opened', of: { step: email.id } };

  const { steps } = commands.duplicateStep({ ...emptyDocument, steps: [fork] }, fork.id, newId);

  const copy = steps[1] as typeof fork;
  expect(new Set(idsOf(steps)).size).toBe(4);
  expect(copy.what).toEqual({ kind: 'email.opened', of: { step: copy.lanes[0]!.steps[0]!.id } });
  expect(copy.lanes[0]!.steps[0]).toMatchObject({ campaignId: null });
});

test('nothing is added above the limits', () => {
  const newId = newIds();
  const full = {
    ...emptyDocument,
    steps: Array.from({ length: automationLimits.steps }, () => makeStep('wait', newId)),
  };
  let deep: AutomationDocument = { ...emptyDocument, steps: [makeStep('wait', newId)] };
  const [inner] = deep.steps;
  for (let level = 0; level < automationLimits.depth; level += 1)
    deep = commands.wrapStep(deep, inner!.id, makeStep('if', newId) as ForkStep);

  expect(commands.insertStep(full, makeStep('wait', newId), { lane: null, index: 0 })).toBe(full);
  expect(isValid(deep)).toBe(true);
  expect(commands.wrapStep(deep, inner!.id, makeStep('if', newId) as ForkStep)).toBe(deep);
});

test('lanes can be added to a split up to the limit and taken away down to two', () => {
  const newId = newIds();
  const split = makeStep('split', newId) as ForkStep;
  let document: AutomationDocument = { ...emptyDocument, steps: [split] };
  const lanes = () => (document.steps[0] as ForkStep).lanes;
  for (let count = 0; count < 12; count += 1) document = commands.addLane(document, split.id, newId, 'More');
  const most = lanes().length;
  for (let count = 0; count < 12; count += 1) document = commands.removeLane(document, split.id, lanes().at(-1)!.id);

  expect([most, lanes().length]).toEqual([automationLimits.lanes, 2]);
  const renamed = commands.changeLane(document, lanes()[0]!.id, { name: 'Short', weight: 3 });
  expect((renamed.steps[0] as ForkStep).lanes[0]).toMatchObject({ name: 'Short', weight: 3 });
});

test('numbers follow the order in which steps are read', () => {
  fc.assert(
    fc.property(anyDocument, ({ steps }) => {
      expect([...numbersOf(steps).values()]).toEqual(idsOf(steps).map((_, index) => index + 2));
    }),
  );
});
