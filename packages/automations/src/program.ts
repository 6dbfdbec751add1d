import type { AutomationDocument, ForkStep, Step, StepHours, StepOf } from '@waggle/contracts/automation-document';

export type Leaf = Exclude<Step, ForkStep>;
type WithNext<Kind extends Step> = Kind extends Step ? Omit<Kind, 'id'> & { stepId: string; next: number } : never;

/**
 * A step with the places that it leads to. Every one of them is further down the list, so nobody comes by twice and every way
 * has an end.
 */
export type Node =
  | WithNext<Leaf>
  | (Omit<StepOf<'if'>, 'id' | 'lanes'> & { stepId: string; yes: number; no: number })
  | (Omit<StepOf<'wait-for'>, 'id' | 'lanes'> & { stepId: string; happened: number; late: number })
  | { kind: 'split'; stepId: string; lanes: { id: string; weight: number; next: number }[] }
  /** Where everybody who has passed all steps arrives; it is no step. */
  | { kind: 'end'; stepId: '' };
export type NodeKind = Node['kind'];
export type NodeOf<Kind extends NodeKind> = Extract<Node, { kind: Kind }>;

/** A document as the engine walks it. A run's step is a place in the list of nodes; everybody gets in at the first. */
export type Program = {
  format: 1;
  nodes: Node[];
  stay: AutomationDocument['stay'];
  goal: AutomationDocument['goal'];
  hours: StepHours | null;
  /** By email step: what was frozen when the version was published. */
  emails?: Record<string, FrozenEmail>;
};
/** The hash is that of the content, in hexadecimal. */
export type FrozenEmail = { campaignId: string; contentHash: string };

/** Where somebody at a node may stand next. */
export function nextOf(node: Node): number[] {
  switch (node.kind) {
    case 'if':
      return [node.yes, node.no];
    case 'wait-for':
      return [node.happened, node.late];
    case 'split':
      return node.lanes.map(({ next }) => next);
    case 'end':
    case 'leave':
      return [];
    default:
      return [node.next];
  }
}

/** Whether people may rest at it for longer than a moment. Anybody may stand at any node for a moment. */
export function restsAt(node: Node): boolean {
  return (
    node.kind === 'wait' ||
    node.kind === 'wait-until' ||
    node.kind === 'wait-for' ||
    node.kind === 'email' ||
    (node.kind === 'webhook' && node.reply !== null)
  );
}

/** Null for the end, and for what is not in the program. */
export const stepIdOf = (program: Program, step: number): string | null => program.nodes[step]?.stepId || null;

/** The place of a step; undefined for one that is not in the program. */
export function placeOf(program: Program, stepId: string): number | undefined {
  const at = program.nodes.findIndex((node) => node.stepId === stepId);
  return at === -1 || stepId === '' ? undefined : at;
}
