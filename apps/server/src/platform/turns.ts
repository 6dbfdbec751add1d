/** One deed after the other, in the order they were asked for; one that fails holds nobody up. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(deed: () => Promise<Result>): Promise<Result> => {
    const run = last.then(deed);
    last = run.catch(() => {});
    return run;
  };
}
export type Turns = ReturnType<typeof createTurns>;
