import { readFileSync } from 'node:fs';

/** Milliseconds since the machine started in which something waited for a processor or a disk; none where nobody counts. */
function waited(): number {
  const micros = ['cpu', 'io'].map((kind) => {
    try {
      return Number(/^some .*total=(\d+)/m.exec(readFileSync(`/proc/pressure/${kind}`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return (micros[0]! + micros[1]!) / 1_000;
}

/** Linux counts in hundredths of a second. */
const tickMs = 10;

/** Milliseconds since the machine started in which its host gave each of our processors to another machine. */
function stolen(): number[] {
  try {
    const lines = readFileSync('/proc/stat', 'utf8').matchAll(/^cpu\d+(?: \d+){7} (\d+)/gm);
    return Array.from(lines, ([, ticks]) => Number(ticks) * tickMs);
  } catch {
    return [];
  }
}

/** Milliseconds that each processor has lost since. A virtual machine counts them as processor time of its own programs. */
function startLosses(): () => number[] {
  const before = stolen();
  return () => stolen().map((ms, at) => ms - before[at]!);
}

/** Of the processor that lost most: what one thread may have lost. */
export function startStolen(): () => number {
  const losses = startLosses();
  return () => Math.max(0, ...losses());
}

/**
 * A stopwatch that stands while anything on the machine waits for a processor or a disk, or the machine itself for its host: a
 * clock where it is quiet, and where other programs run beside, nothing is called slow that only had to wait for them.
 */
export function startWatch(): () => number {
  const [began, before, lost] = [performance.now(), waited(), startStolen()];
  return () => Math.max(0, performance.now() - began - (waited() - before) - lost());
}

/** Milliseconds of processor time this process has used since. */
export function startProcessorWatch(): () => number {
  const [before, losses] = [process.cpuUsage(), startLosses()];
  return () => {
    const { user, system } = process.cpuUsage(before);
    // Its threads run on all of them.
    const lost = losses().reduce((sum, ms) => sum + ms, 0);
    return Math.max(0, (user + system) / 1_000 - lost);
  };
}
