import type { Program } from '@waggle/automations/program';
import type { AutomationDocument, Step } from '@waggle/contracts/automation-document';
import type { Mapped } from './move-queries.ts';

export type Target = NonNullable<Mapped['to']>;
/** From one version to another; `mapping` by step of the old one. */
export type Way = {
  from: { program: Program; document: AutomationDocument };
  to: Program;
  mapping: ReadonlyMap<string, Mapped>;
};

/**
 * Where somebody goes on who stands at a step of the old version; null leaves, as it was chosen for that step. Whoever reached a step
 * since then at which nobody stood goes to the same one, or to the next below it that was mapped or is still there. Nobody leaves
 * because nothing was chosen: who finds no step below has passed all of them.
 */
export function targetOf(at: number, { from, to, mapping }: Way): Target | null {
  const stepId = from.program.nodes[at]?.stepId ?? '';
  const end = { step: to.nodes.length - 1, isSame: stepId === '', time: 'keep' as const };
  if (stepId === '') return end;
  for (const id of [stepId, ...(stepsBelow(from.document.steps, stepId) ?? [])]) {
    const mapped = mapping.get(id);
    const isSame = id === stepId;
    if (mapped) return isSame || mapped.to === null ? mapped.to : { ...mapped.to, isSame, time: 'keep' };
    const step = to.nodes.findIndex((node) => node.stepId === id);
    if (step !== -1) return { step, isSame, time: 'keep' };
  }
  return end;
}

/** What everybody passes after a step: the steps below it, and then those below the one whose way it is on. */
function stepsBelow(steps: readonly Step[], stepId: string): string[] | undefined {
  for (const [at, step] of steps.entries()) {
    const below = steps.slice(at + 1).map(({ id }) => id);
    if (step.id === stepId) return below;
    for (const lane of 'lanes' in step ? step.lanes : []) {
      const found = stepsBelow(lane.steps, stepId);
      if (found) return [...found, ...below];
    }
  }
  return undefined;
}
