/** What a server answered to a webhook of a run; of the engine, which wakes the run if it still waits for it. */
export type Answer = {
  runId: string;
  /** Of the run while it waits. */
  seq: number;
  stepId: string;
  /** `status` is null when nobody answered in the end. */
  answer: { status: number | null; body: unknown };
};
