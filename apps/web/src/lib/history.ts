/** What can be undone. Documents are never changed in place, so a step costs only the parts that differ. */
export type History<Value> = {
  readonly past: readonly Value[];
  readonly present: Value;
  readonly future: readonly Value[];
  /** The run of changes the last step belongs to, such as the typing in one block. */
  readonly run: Run | undefined;
};

type Run = { readonly key: string; readonly at: number };

/** Steps kept: an hour of steady work, at about 1 kB each. */
const longest = 500;

/** Milliseconds of rest after which typing on is a new step. */
const rest = 800;

export const startHistory = <Value>(present: Value): History<Value> => ({
  past: [],
  present,
  future: [],
  run: undefined,
});

/** Changes with the same key that follow each other quickly become one step. */
export function record<Value>(history: History<Value>, next: Value, run?: Run): History<Value> {
  if (Object.is(next, history.present)) return history;
  const goesOn = run !== undefined && run.key === history.run?.key && run.at - history.run.at < rest;
  const past = goesOn ? history.past : [...history.past, history.present].slice(-longest);
  return { past, present: next, future: [], run };
}

export function undo<Value>(history: History<Value>): History<Value> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    run: undefined,
  };
}

export function redo<Value>(history: History<Value>): History<Value> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, run: undefined };
}
