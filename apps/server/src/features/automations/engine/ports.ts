import type { Outcome } from '@waggle/automations/outcomes';
import type { EffectKind, EffectOf } from '@waggle/automations/walk';
import type { Context } from '#platform/context.ts';

/** What came of a step of a run after all, where that is not what the walk says. */
export type Amended = ReadonlyMap<string, Outcome>;
/** The key of it. */
export const passedBy = ({ runId, stepId }: { runId: string; stepId: string }): string => `${runId}/${stepId}`;

/** What steps do to the world. Each gets all that a batch asks of it at once, in the transaction that moves the people. */
export type StepPorts = {
  [Kind in EffectKind]: (ctx: Context, asked: EffectOf<Kind>[]) => Promise<Amended | void>;
};

/** People who passed all steps of an automation. */
export type Completed = { automationId: string; contactIds: readonly string[]; depth: number };

/** How far a turn has come: people are locked, effects are written, all is written, and it is committed. */
export type TurnStage = 'claimed' | 'acted' | 'written' | 'committed';

/** What the engine asks of others. */
export type Engine = {
  ports: StepPorts;
  /** When the limit of emails lets each contact have the next one: null or not there is now. Null where no limit is set. */
  capFreeAt(ctx: Context, contactIds: readonly string[]): Promise<ReadonlyMap<string, Date | null> | null>;
  /** Lets people into what begins when others are completed. */
  completed(ctx: Context, completed: Completed): Promise<void>;
  /** For fault runs, which end the process there. */
  atStage?: (stage: TurnStage) => void;
};
