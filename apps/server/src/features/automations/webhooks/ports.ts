/** What a server answered to a webhook of a run; of the engine, which wakes the run if it still waits for it. */
export type Answer = {
  runId: string;
  /** Of the run while it waits. */
  seq: number;
  stepId: string;
  /** `status` is null when nobody answered in the end. Null where the run has no room for more than that it is over. */
  answer: { status: number | null; body: unknown } | null;
};
