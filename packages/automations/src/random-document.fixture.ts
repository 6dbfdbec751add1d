import { AutomationDocument, emptyDocument, type Step } from '@waggle/contracts/automation-document';
import fc from 'fast-check';
import { makeStep, stepKinds } from './make-step.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Ids that count, so that a failing example reads the same each time. */
export function countedIds(prefix = 'step'): () => string {
  let count = 0;
  return () => {
    count += 1;
    const digits = [17_576, 676, 26, 1].map((place) => letters[Math.floor(count / place) % 26]);
    return `${prefix}${digits.join('')}`;
  };
}

/** Lanes inside of lanes: deeper ones are made by the commands of the tests. */
const mostLanes = 3;

type Shape = { kind: (typeof stepKinds)[number]; lanes: Shape[][] };

const shapesOf = (depth: number): fc.Arbitrary<Shape[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...stepKinds),
      lanes: depth === 0 ? fc.constant([]) : fc.array(shapesOf(depth - 1), { minLength: 2, maxLength: 2 }),
    }),
    { maxLength: 4 },
  );

function stepsOfShapes(made: readonly Shape[], newId: () => string, depth: number): Step[] {
  return made.map(({ kind, lanes }) => {
    const step = makeStep(depth === 0 ? 'wait' : kind, newId);
    if (!('lanes' in step)) return step;
    return {
      ...step,
      lanes: step.lanes.map((lane, at) => ({ ...lane, steps: stepsOfShapes(lanes[at] ?? [], newId, depth - 1) })),
    };
  });
}

/** Any document that can be kept; many of them could not be published. */
export const anyDocument = shapesOf(mostLanes)
  .map((made) => stepsOfShapes(made, countedIds(), mostLanes))
  .map((steps) => AutomationDocument.safeParse({ ...emptyDocument, steps }).data)
  .filter((document) => document !== undefined);
