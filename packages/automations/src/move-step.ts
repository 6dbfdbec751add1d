import type { AutomationDocument, Step } from '@waggle/contracts/automation-document';
import { moveStepTo } from './commands.ts';
import { findStep, fitsAt, forkOf, listOf, type Place, placeOf } from './steps.ts';

/** One place up or down in the order in which steps are read: into the lanes of a neighbour, through them, and out again. */
export function moveStep(document: AutomationDocument, stepId: string, by: 1 | -1): AutomationDocument {
  const place = nextPlace(document, stepId, by);
  return place ? moveStepTo(document, stepId, place) : document;
}

/** Where it would stand, in the document without it; undefined at both ends. */
export function nextPlace({ steps }: AutomationDocument, stepId: string, by: 1 | -1): Place | undefined {
  const place = placeOf(steps, stepId);
  const step = findStep(steps, stepId);
  if (!place || !step) return undefined;
  const neighbour = listOf(steps, place.lane)?.[place.index + by];
  if (neighbour) return intoNeighbour(steps, step, neighbour, by) ?? { ...place, index: place.index + by };
  return outOfLane(steps, place, by);
}

/** Into the lane that is nearest; not where it would lie too deep. */
function intoNeighbour(steps: readonly Step[], step: Step, neighbour: Step, by: 1 | -1): Place | undefined {
  if (!('lanes' in neighbour)) return undefined;
  const lane = by === 1 ? neighbour.lanes[0] : neighbour.lanes.at(-1);
  if (!lane || !fitsAt(steps, step, lane.id)) return undefined;
  return { lane: lane.id, index: by === 1 ? 0 : lane.steps.length };
}

/** Into the lane beside it, or before or behind the step whose lanes they are. */
function outOfLane(steps: readonly Step[], place: Place, by: 1 | -1): Place | undefined {
  const found = place.lane === null ? undefined : forkOf(steps, place.lane);
  if (!found) return undefined;
  const beside = found.fork.lanes[found.at + by];
  if (beside) return { lane: beside.id, index: by === 1 ? 0 : beside.steps.length };
  const around = placeOf(steps, found.fork.id);
  return around && { ...around, index: by === 1 ? around.index + 1 : around.index };
}
