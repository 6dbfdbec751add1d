import { startStolen } from './watch.ts';

/**
 * Milliseconds of the longest stretch in which the event loop had no turn while the task ran, counted in processor time of
 * this thread: what other programs of a busy machine take is no fault of ours.
 */
export async function longestHold(task: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  let lost = startStolen();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000 - lost());
    before = process.threadCpuUsage();
    lost = startStolen();
  }, 5);
  try {
    await task();
    await new Promise((resolve) => setTimeout(resolve, 20));
    return longest;
  } finally {
    clearInterval(timer);
  }
}
