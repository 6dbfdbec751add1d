import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { Installation } from './installation.ts';

type Running = { stop(): Promise<void> };

/** Milliseconds between two looks at whether the work may go on. */
const lookMs = 200;

/** Runs the work while nothing is held: it ends when a restore is recognised and begins anew when somebody has confirmed it. */
export async function whileReleased(
  installation: Pick<Installation, 'hold'>,
  log: Log,
  start: () => Promise<Running>,
): Promise<Running> {
  const stopping = new AbortController();
  let running = installation.hold() ? undefined : await start();

  async function follow(): Promise<void> {
    const isHeld = installation.hold() !== null;
    if (isHeld && running) {
      const ending = running;
      running = undefined;
      await ending.stop();
    } else if (!isHeld && !running) running = await start();
  }

  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await follow().catch((err: unknown) => log.error({ err }, 'the work could not follow the hold'));
      await pause(lookMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await loop;
      await running?.stop();
    },
  };
}
