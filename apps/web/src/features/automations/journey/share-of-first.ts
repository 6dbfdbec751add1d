import type { Lane, Step } from '@waggle/contracts/automation-document';
import type { StepFigures } from '../editor/editor-context.ts';

/** The share of people who took a lane; of splits the share that was asked for. */
export function shareOfFirst(
  step: Step & { lanes: Lane[] },
  at: number,
  figures: StepFigures | undefined,
): number | undefined {
  if (step.kind === 'split') {
    const sum = step.lanes.reduce((total, { weight }) => total + weight, 0);
    return (step.lanes[at]?.weight ?? 0) / sum;
  }
  if (!figures || figures.done === 0) return undefined;
  const first = figures.reached / figures.done;
  return at === 0 ? first : 1 - first;
}
