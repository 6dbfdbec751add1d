/** One function after the other, in the order they were asked for; one that fails holds nobody up. */
export function createMutex() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(fn: () => Promise<Result>): Promise<Result> => {
    const run = last.then(fn);
    last = run.catch(() => {});
    return run;
  };
}
export type Mutex = ReturnType<typeof createMutex>;
