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

/**
 * A stopwatch that stands while anything on the machine waits for a processor or a disk: a clock where it is quiet, and
 * where other tests run beside, nothing is called slow that only had to wait for them.
 */
export function startWatch(): () => number {
  const [began, before] = [performance.now(), waited()];
  return () => Math.max(0, performance.now() - began - (waited() - before));
}
