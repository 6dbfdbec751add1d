import {
  automationLimits,
  type AutomationDocument,
  type ForkStep,
  type Lane,
  type Step,
  stepsOf,
} from '@waggle/contracts/automation-document';
import { copyStep } from './copy-step.ts';
import { makeLane, type NewId } from './make-step.ts';
import { findStep, fitsAt, listOf, type Place, placeOf, withLane, withList } from './steps.ts';

// What an editor can do to a document. A command that is not possible answers with the document as it was.

const countOf = (steps: readonly Step[]): number => [...stepsOf(steps)].length;

const isFull = ({ steps }: AutomationDocument, more: number): boolean => countOf(steps) + more > automationLimits.steps;

export function insertStep(document: AutomationDocument, step: Step, { lane, index }: Place): AutomationDocument {
  if (!listOf(document.steps, lane) || isFull(document, countOf([step])) || !fitsAt(document.steps, step, lane))
    return document;
  return withList(document, lane, (steps) => steps.toSpliced(index, 0, step));
}

/** With everything inside its lanes. */
export function removeStep(document: AutomationDocument, stepId: string): AutomationDocument {
  const place = placeOf(document.steps, stepId);
  if (!place) return document;
  return withList(document, place.lane, (steps) => steps.filter(({ id }) => id !== stepId));
}

/** The copy stands below it. */
export function duplicateStep(document: AutomationDocument, stepId: string, newId: NewId): AutomationDocument {
  const place = placeOf(document.steps, stepId);
  const step = findStep(document.steps, stepId);
  if (!place || !step) return document;
  return insertStep(document, copyStep(step, newId), { ...place, index: place.index + 1 });
}

/** Places are those of the document without the step. */
export function moveStepTo(document: AutomationDocument, stepId: string, place: Place): AutomationDocument {
  const step = findStep(document.steps, stepId);
  const before = placeOf(document.steps, stepId);
  if (!step || !before || (before.lane === place.lane && before.index === place.index)) return document;
  const without = removeStep(document, stepId);
  const moved = insertStep(without, step, place);
  return moved === without ? document : moved;
}

/** Puts a step, and what stands below it in its list, into the first lane of a new step. */
export function wrapStep(document: AutomationDocument, stepId: string, fork: ForkStep): AutomationDocument {
  const place = placeOf(document.steps, stepId);
  const [first, ...others] = fork.lanes;
  if (!place || !first || isFull(document, 1)) return document;
  const list = listOf(document.steps, place.lane) ?? [];
  const wrapped: Step = { ...fork, lanes: [{ ...first, steps: list.slice(place.index) }, ...others] };
  if (!fitsAt(document.steps, wrapped, place.lane)) return document;
  return withList(document, place.lane, (steps) => [...steps.slice(0, place.index), wrapped]);
}

/** Neither its id nor its kind can be changed. */
export function changeStep(document: AutomationDocument, stepId: string, patch: object): AutomationDocument {
  const place = placeOf(document.steps, stepId);
  if (!place) return document;
  return withList(document, place.lane, (steps) =>
    steps.map((step) => (step.id === stepId ? ({ ...step, ...patch, id: step.id, kind: step.kind } as Step) : step)),
  );
}

export function changeLane(
  document: AutomationDocument,
  laneId: string,
  patch: Partial<Pick<Lane, 'name' | 'weight'>>,
): AutomationDocument {
  return withLane(document, laneId, (lane) => ({ ...lane, ...patch }));
}

/** Of a split only: other steps have exactly two. */
export function addLane(document: AutomationDocument, stepId: string, newId: NewId, name: string): AutomationDocument {
  const step = findStep(document.steps, stepId);
  if (step?.kind !== 'split' || step.lanes.length >= automationLimits.lanes) return document;
  return changeStep(document, stepId, { lanes: [...step.lanes, makeLane(newId, name)] });
}

/** With the steps in it. */
export function removeLane(document: AutomationDocument, stepId: string, laneId: string): AutomationDocument {
  const step = findStep(document.steps, stepId);
  if (step?.kind !== 'split' || step.lanes.length <= 2) return document;
  return changeStep(document, stepId, { lanes: step.lanes.filter(({ id }) => id !== laneId) });
}
