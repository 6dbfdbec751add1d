import { automationLimits, type AutomationDocument, type Lane, type Step } from '@waggle/contracts/automation-document';

/** In which list a step stands: that of a lane, by its id, or null for the automation's own. */
export type Place = { lane: string | null; index: number };

/** Steps of the automation itself, or of a lane; undefined where there is no such lane. */
export function listOf(steps: readonly Step[], lane: string | null): readonly Step[] | undefined {
  return lane === null ? steps : laneOf(steps, lane)?.steps;
}

export function laneOf(steps: readonly Step[], laneId: string): Lane | undefined {
  for (const step of steps) {
    if (!('lanes' in step)) continue;
    for (const lane of step.lanes) {
      const found = lane.id === laneId ? lane : laneOf(lane.steps, laneId);
      if (found) return found;
    }
  }
  return undefined;
}

export function findStep(steps: readonly Step[], stepId: string): Step | undefined {
  const place = placeOf(steps, stepId);
  return place && listOf(steps, place.lane)?.[place.index];
}

export function placeOf(steps: readonly Step[], stepId: string, lane: string | null = null): Place | undefined {
  for (const [index, step] of steps.entries()) {
    if (step.id === stepId) return { lane, index };
    if (!('lanes' in step)) continue;
    for (const inner of step.lanes) {
      const found = placeOf(inner.steps, stepId, inner.id);
      if (found) return found;
    }
  }
  return undefined;
}

/** The step whose lane it is, with the place of the lane among its lanes. */
export function forkOf(
  steps: readonly Step[],
  laneId: string,
): { fork: Step & { lanes: Lane[] }; at: number } | undefined {
  for (const step of steps) {
    if (!('lanes' in step)) continue;
    const at = step.lanes.findIndex(({ id }) => id === laneId);
    if (at !== -1) return { fork: step, at };
    for (const lane of step.lanes) {
      const found = forkOf(lane.steps, laneId);
      if (found) return found;
    }
  }
  return undefined;
}

/** Lanes inside of lanes that a step brings with it. */
export const heightOf = (step: Step): number =>
  'lanes' in step ? 1 + Math.max(0, ...step.lanes.flatMap(({ steps }) => steps.map(heightOf))) : 0;

/** Lanes around a list. */
export function depthOf(steps: readonly Step[], lane: string | null): number {
  if (lane === null) return 0;
  const found = forkOf(steps, lane);
  const around = found && placeOf(steps, found.fork.id);
  return around ? 1 + depthOf(steps, around.lane) : 0;
}

/** Whether a step may stand in a list, with all that is inside it. */
export const fitsAt = (steps: readonly Step[], step: Step, lane: string | null): boolean =>
  depthOf(steps, lane) + heightOf(step) <= automationLimits.depth;

/** A document whose list was replaced. */
export function withList(
  document: AutomationDocument,
  lane: string | null,
  how: (steps: readonly Step[]) => Step[],
): AutomationDocument {
  if (lane === null) return { ...document, steps: how(document.steps) };
  return withLane(document, lane, (found) => ({ ...found, steps: how(found.steps) }));
}

export const withLane = (
  document: AutomationDocument,
  laneId: string,
  how: (lane: Lane) => Lane,
): AutomationDocument => ({ ...document, steps: inLane(document.steps, laneId, how) });

/** Parts that stay the same stay the same objects, so that what is drawn of them is not drawn anew. */
function inLane(steps: Step[], laneId: string, how: (lane: Lane) => Lane): Step[] {
  return sameOr(steps, (step) => {
    if (!('lanes' in step)) return step;
    const lanes = sameOr(step.lanes, (lane) => {
      if (lane.id === laneId) return how(lane);
      const inner = inLane(lane.steps, laneId, how);
      return inner === lane.steps ? lane : { ...lane, steps: inner };
    });
    return lanes === step.lanes ? step : { ...step, lanes };
  });
}

function sameOr<Item>(items: Item[], how: (item: Item) => Item): Item[] {
  const next = items.map(how);
  return next.every((item, index) => item === items[index]) ? items : next;
}
