import type { AutomationDocument, ForkStep, Step } from '@waggle/contracts/automation-document';
import type { Leaf, Node, Program } from './program.ts';

/** Nodes in reading order. */
export function compile(document: AutomationDocument): Program {
  const nodes: Node[] = [];
  const end = countNodes(document.steps);

  const addAll = (steps: readonly Step[], after: number): void => {
    for (const [at, step] of steps.entries()) {
      const next = at === steps.length - 1 ? after : nodes.length + countNodes([step]);
      add(step, next);
    }
  };
  const add = (step: Step, next: number): void => {
    if (!('lanes' in step)) {
      nodes.push(leafNode(step, next));
      return;
    }
    const starts = laneStarts(step, nodes.length + 1, next);
    nodes.push(forkNode(step, starts));
    for (const lane of step.lanes) addAll(lane.steps, next);
  };

  addAll(document.steps, end);
  nodes.push({ kind: 'end', stepId: '' });
  const { stay, goal, hours } = document;
  return { format: 1, nodes, stay, goal, hours };
}

const leafNode = ({ id, ...step }: Leaf, next: number): Node => ({ ...step, stepId: id, next });

function forkNode({ id: stepId, ...step }: ForkStep, starts: number[]): Node {
  const [first = 0, second = 0] = starts;
  if (step.kind === 'if') return { kind: 'if', stepId, rule: step.rule, yes: first, no: second };
  if (step.kind === 'split') {
    const lanes = step.lanes.map(({ id, weight }, at) => ({ id, weight, next: starts[at] ?? first }));
    return { kind: 'split', stepId, lanes };
  }
  const { what, since, atMost } = step;
  return { kind: 'wait-for', stepId, what, since, atMost, happened: first, late: second };
}

/** Where each lane begins; an empty one begins below the step. */
function laneStarts({ lanes }: ForkStep, first: number, next: number): number[] {
  let at = first;
  return lanes.map(({ steps }) => {
    const start = steps.length === 0 ? next : at;
    at += countNodes(steps);
    return start;
  });
}

const countNodes = (steps: readonly Step[]): number =>
  steps.reduce(
    (sum, step) => sum + 1 + ('lanes' in step ? step.lanes.reduce((all, lane) => all + countNodes(lane.steps), 0) : 0),
    0,
  );
