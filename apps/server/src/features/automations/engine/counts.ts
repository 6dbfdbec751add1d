import { isSkipped, type Outcome, outcomeOf } from '@waggle/automations/outcomes';
import type { Program } from '@waggle/automations/program';
import type { Turn } from '@waggle/automations/walk';
import { randomInt } from 'node:crypto';
import type { ClaimedRun, Count } from './queries.ts';

/** Rows of a day, so that turns side by side do not wait for each other. Entries have those of the hours, 0 to 23. */
const firstSlot = 24;
const slots = 8;
export const randomSlot = (): number => firstSlot + randomInt(slots);

/** Of a step with lanes: its first one. */
const firstWays = new Set<Outcome>(['yes', 'happened', 'lane-0']);

type Figure = 'arrived' | 'done' | 'skipped' | 'ended' | 'reached';

/** What turns add to the figures of steps, and under no step to those of the automation. */
export class Counts {
  readonly #slot = randomSlot();
  readonly #counts = new Map<string, Count>();

  add({ automationId, clientId }: Pick<ClaimedRun, 'automationId' | 'clientId'>, stepId: string, figure: Figure): void {
    const key = `${automationId}/${stepId}`;
    const none = { arrived: 0, done: 0, skipped: 0, ended: 0, reached: 0 };
    const count = this.#counts.get(key) ?? { automationId, stepId, slot: this.#slot, clientId, ...none };
    count[figure] += 1;
    this.#counts.set(key, count);
  }

  /** The first node of a later turn is where the person rested, and was counted when they arrived there. */
  addTurn(run: ClaimedRun, program: Program, turn: Pick<Turn, 'nodes' | 'outcomes' | 'next'>): void {
    const ended = 'end' in turn.next ? turn.next.end : null;
    const last = ended === null ? -1 : turn.nodes.length - 1;
    for (const [at, node] of turn.nodes.entries()) {
      const stepId = program.nodes[node]?.stepId ?? '';
      if (stepId === '') continue;
      if (at > 0 || run.seq === 0) this.add(run, stepId, 'arrived');
      this.#addStep(run, stepId, at === last ? 'ended' : outcomeOf(turn.outcomes[at]!)!);
    }
    if (ended !== null) this.add(run, '', 'ended');
    if (ended === 'goal') this.add(run, '', 'reached');
  }

  #addStep(run: ClaimedRun, stepId: string, outcome: Outcome | 'ended'): void {
    if (outcome === 'rested') return;
    if (outcome === 'ended') return this.add(run, stepId, 'ended');
    this.add(run, stepId, isSkipped(outcome) ? 'skipped' : 'done');
    if (firstWays.has(outcome)) this.add(run, stepId, 'reached');
  }

  list(): Count[] {
    return [...this.#counts.values()];
  }
}
