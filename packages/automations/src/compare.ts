import { type AutomationDocument, type Step, type StepKind, stepsOf } from '@waggle/contracts/automation-document';
import { isSame } from './same-value.ts';

/** What a document says beside its steps. */
export const documentParts = ['triggers', 'entry', 'stay', 'goal', 'hours'] as const;
export type DocumentPart = (typeof documentParts)[number];

export type StepDifference = {
  stepId: string;
  kind: StepKind;
  change: 'same' | 'changed' | 'added' | 'removed';
  /** Stands in other ways than before, or before or after other steps. */
  isMoved: boolean;
  /** Names of what differs in it; of its ways only their names and shares, since what is inside them are other steps. */
  parts: string[];
};

/** Every step of both, by its id, in the order of the later document; one that is gone follows the step it followed. */
export function compareDocuments(
  before: AutomationDocument,
  after: AutomationDocument,
): { parts: DocumentPart[]; steps: StepDifference[] } {
  const was = stepsById(before);
  const moved = movedSteps(before, after);
  const gone = goneAfter(before, stepsById(after));
  const steps: StepDifference[] = [...(gone.get(null) ?? [])];
  for (const step of stepsOf(after.steps)) {
    const earlier = was.get(step.id);
    const parts = earlier ? differingParts(earlier, step) : [];
    const change = !earlier ? 'added' : parts.length > 0 ? 'changed' : 'same';
    steps.push({ stepId: step.id, kind: step.kind, change, isMoved: moved.has(step.id), parts });
    steps.push(...(gone.get(step.id) ?? []));
  }
  return { parts: documentParts.filter((part) => !isSame(before[part], after[part])), steps };
}

const stepsById = ({ steps }: AutomationDocument): Map<string, Step> =>
  new Map([...stepsOf(steps)].map((step) => [step.id, step]));

export function differingParts(before: Step, after: Step): string[] {
  const [one, other] = [saidBy(before), saidBy(after)];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((part) => !isSame(one[part], other[part]));
}

function saidBy({ id: _id, ...step }: Step): Record<string, unknown> {
  if (!('lanes' in step)) return step;
  return { ...step, lanes: step.lanes.map(({ id, name, weight }) => ({ id, name, weight })) };
}

/** Steps that are gone, by the last one before them that is still there. */
function goneAfter(before: AutomationDocument, after: ReadonlyMap<string, Step>): Map<string | null, StepDifference[]> {
  const gone = new Map<string | null, StepDifference[]>();
  let last: string | null = null;
  for (const { id, kind } of stepsOf(before.steps)) {
    if (after.has(id)) last = id;
    else
      gone.set(last, [...(gone.get(last) ?? []), { stepId: id, kind, change: 'removed', isMoved: false, parts: [] }]);
  }
  return gone;
}

/** The list in which each step stands, and its steps in order. The list of the automation itself has no lane. */
function listsOf(steps: readonly Step[], lane: string | null = null, lists = new Map<string | null, string[]>()) {
  lists.set(
    lane,
    steps.map(({ id }) => id),
  );
  for (const step of steps) if ('lanes' in step) for (const inner of step.lanes) listsOf(inner.steps, inner.id, lists);
  return lists;
}

/** As few as explain the new order: those in another list, and in the same list those outside of the longest run that kept its order. */
function movedSteps(before: AutomationDocument, after: AutomationDocument): Set<string> {
  const earlier = listsOf(before.steps);
  const laneBefore = new Map([...earlier].flatMap(([lane, ids]) => ids.map((id) => [id, lane] as const)));
  const moved = new Set<string>();
  for (const [lane, ids] of listsOf(after.steps)) {
    const known = ids.filter((id) => laneBefore.has(id));
    const order = new Map((earlier.get(lane) ?? []).map((id, at) => [id, at]));
    const stayed = known.filter((id) => laneBefore.get(id) === lane);
    const kept = longestRising(stayed.map((id) => order.get(id) ?? 0));
    const inOrder = new Set(kept.map((at) => stayed[at]));
    for (const id of known) if (!inOrder.has(id)) moved.add(id);
  }
  return moved;
}

/** Places of a longest rising selection. A list has at most a hundred steps. */
function longestRising(values: readonly number[]): number[] {
  const best: number[][] = [];
  for (const [at, value] of values.entries()) {
    let longest: number[] = [];
    for (let earlier = 0; earlier < at; earlier += 1)
      if (values[earlier]! < value && best[earlier]!.length > longest.length) longest = best[earlier]!;
    best.push([...longest, at]);
  }
  return best.reduce((one, other) => (other.length > one.length ? other : one), []);
}
