// Faults of our own processes.
import { setTimeout as pause } from 'node:timers/promises';
import type { SendStage } from '../apps/server/src/features/campaigns/sending/lane.ts';
import { until } from './send-bed.ts';
import { type Fault, lanes, type Scene, somewhere } from './send-play.ts';

const leaseMs = 3_000;

const someone = ({ random }: Scene): number => Math.floor(random() * 2);

const atStage = (stage: SendStage): Fault => ({
  name: `F05 kill -9 at ${stage}`,
  uncertain: lanes,
  async act(scene) {
    scene.bed.workers.dieAt(someone(scene), stage, 1 + Math.floor(scene.random() * 150));
  },
});

/** The judge sees a mail get so far and has a worker killed at once. */
function whenJudgeSees(what: 'RCPT' | 'DATA' | 'dot'): Fault {
  let countdown = 0;
  const see = (scene: () => Scene) => () => {
    countdown -= 1;
    if (countdown === 0) void scene().bed.workers.kill(someone(scene()));
  };
  return {
    name: `F05 kill -9 after ${what}`,
    uncertain: lanes,
    rulings(scene) {
      countdown = 200;
      if (what === 'RCPT') return { recipient: () => (see(scene)(), undefined) };
      if (what === 'DATA') return { beginning: see(scene) };
      return { beforeAnswer: async () => see(scene)() };
    },
  };
}

export const crashFaults: Fault[] = [
  {
    name: 'F01 kill -9 of one worker',
    uncertain: lanes,
    async act(scene) {
      await somewhere(scene);
      await scene.bed.workers.kill(someone(scene));
    },
  },
  {
    name: 'F02 kill -9 of all workers',
    uncertain: 2 * lanes,
    async act(scene) {
      const { bed, judge } = scene;
      await somewhere(scene);
      await Promise.all([bed.workers.kill(0), bed.workers.kill(1)]);
      await bed.workers.allReady();
      const before = judge.received.length;
      await until('mails after the restart', () => judge.received.length > before, 15);
    },
  },
  ...(['claimed', 'rendered', 'offering', 'answered', 'settled'] as const).map(atStage),
  ...(['RCPT', 'DATA', 'dot'] as const).map(whenJudgeSees),
  {
    name: 'F07 SIGSTOP for three leases',
    uncertain: lanes,
    async act(scene) {
      const { bed } = scene;
      const frozen = someone(scene);
      await somewhere(scene);
      bed.workers.freeze(frozen);
      await pause(3 * leaseMs);
      bed.workers.thaw(frozen);
      await pause(1_500);
    },
  },
  {
    name: 'F12 SIGTERM',
    async act(scene) {
      await somewhere(scene);
      const asked = performance.now();
      await scene.bed.workers.terminate(someone(scene));
      const seconds = (performance.now() - asked) / 1_000;
      return seconds > 20 ? [`it took ${seconds} s to stop`] : [];
    },
  },
];
