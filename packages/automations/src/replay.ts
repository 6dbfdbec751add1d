import type { AutomationDocument } from '@waggle/contracts/automation-document';
import type { notEnteredReasons } from '@waggle/contracts/automation-trials';
import { listensTo, type Needs, needsFrom, type News } from './needs.ts';
import type { Program } from './program.ts';
import type { AssumedRates } from './assumed-opens.ts';
import type { End, Turn } from './walk.ts';

/** What a replay goes by: the automation, the time it covers, and what is assumed. All times are milliseconds. */
export type ReplayScene = {
  organizationId: string;
  automationId: string;
  clientId: string | null;
  program: Program;
  entry: AutomationDocument['entry'];
  /** Of the organization: by it go dates that let people in, and waits of those who have none of their own. */
  zone: string;
  from: number;
  to: number;
  /** At most so many emails in so many hours; null for no limit. */
  cap: { emails: number; hours: number } | null;
  rates: AssumedRates;
  /** Whether anything asks what people did with its emails. */
  asksOpens: boolean;
  /** Tags that steps may give and take. */
  knownTags: ReadonlySet<string>;
  /** Forms that are there today, of those that rules name. */
  forms: ReadonlySet<string>;
  /** What a field step sets, as it would be stored; undefined where the value does not fit its field. */
  stored(field: string, value: string): unknown;
  /** Steps that wait for something, where it happens at once. */
  happens: ReadonlySet<string>;
  mostTurns: number;
};

export type PaperTurn = Pick<Turn, 'nodes' | 'outcomes' | 'seen' | 'effects' | 'next'> & { at: number };
/** `moved`: waited for the hours in which emails may leave. `held`: waited for a place under the limit. */
export type PaperEmail = { step: number; at: number; moved: boolean; held: boolean };
export type PaperRun = {
  enteredAt: number;
  turns: PaperTurn[];
  emails: PaperEmail[];
  /** Emails that waited, also those that were not sent then. */
  moved: number;
  held: number;
  /** Null for who would still be inside. */
  end: End | null;
};

export type NotEntered = (typeof notEnteredReasons)[number];

/** What would have become of one contact. */
export type PaperPerson = {
  /** Times that a trigger happened. */
  seen: number;
  runs: PaperRun[];
  notEntered: Map<NotEntered, number>;
};

/**
 * An automation on paper, as `leadThrough` leads people through it: the engine's own walk with a clock that jumps from one thing that happens to the next.
 * People have nothing to do with each other, so they are led one after the other.
 */
export class Replay {
  readonly scene: ReplayScene;
  readonly #needs = new Map<number, Needs>();
  readonly #heard = new Map<number, Set<News>>();

  constructor(scene: ReplayScene) {
    this.scene = scene;
  }

  needsAt(step: number): Needs {
    const known = this.#needs.get(step) ?? needsFrom(this.scene.program, step);
    this.#needs.set(step, known);
    return known;
  }

  isHeardAt(step: number, kind: string): boolean {
    const known = this.#heard.get(step) ?? listensTo(this.scene.program, step);
    this.#heard.set(step, known);
    return known.has(kind as News);
  }

  /** Whether somebody said that what is waited for there happens. */
  isSaidAt(step: number): boolean {
    const node = this.scene.program.nodes[step];
    return node?.kind === 'wait-for' && this.scene.happens.has(node.stepId);
  }
}
