// Faults of our own processes.
import { setTimeout as pause } from 'node:timers/promises';
import type { SendStage } from '../apps/server/src/features/delivery/send-worker.ts';
import { until } from './send-harness.ts';
import { type Fault, sendWorkers, type Scene, somewhere } from './send-play.ts';

const leaseMs = 3_000;

const someone = ({ random }: Scene): number => Math.floor(random() * 2);

const atStage = (stage: SendStage): Fault => ({
  name: `F05 kill -9 at ${stage}`,
  uncertain: sendWorkers,
  async act(scene) {
    scene.harness.workers.dieAt(someone(scene), stage, 1 + Math.floor(scene.random() * 150));
  },
});

/** The fake SMTP server sees a mail get so far and has a worker killed at once. */
function whenServerSees(what: 'RCPT' | 'DATA' | 'dot'): Fault {
  let countdown = 0;
  const see = (scene: () => Scene) => () => {
    countdown -= 1;
    if (countdown === 0) void scene().harness.workers.kill(someone(scene()));
  };
  return {
    name: `F05 kill -9 after ${what}`,
    uncertain: sendWorkers,
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
    uncertain: sendWorkers,
    async act(scene) {
      await somewhere(scene);
      await scene.harness.workers.kill(someone(scene));
    },
  },
  {
    name: 'F02 kill -9 of all workers',
    uncertain: 2 * sendWorkers,
    async act(scene) {
      const { harness, fakeSmtp } = scene;
      await somewhere(scene);
      await Promise.all([harness.workers.kill(0), harness.workers.kill(1)]);
      await harness.workers.allReady();
      const before = fakeSmtp.received.length;
      await until('mails after the restart', () => fakeSmtp.received.length > before, 15);
    },
  },
  ...(['claimed', 'rendered', 'offering', 'answered', 'settled'] as const).map(atStage),
  ...(['RCPT', 'DATA', 'dot'] as const).map(whenServerSees),
  {
    name: 'F07 SIGSTOP for three leases',
    uncertain: sendWorkers,
    async act(scene) {
      const { harness } = scene;
      const frozen = someone(scene);
      await somewhere(scene);
      harness.workers.freeze(frozen);
      await pause(3 * leaseMs);
      harness.workers.thaw(frozen);
      await pause(1_500);
    },
  },
  {
    name: 'F12 SIGTERM',
    async act(scene) {
      await somewhere(scene);
      const asked = performance.now();
      await scene.harness.workers.terminate(someone(scene));
      const seconds = (performance.now() - asked) / 1_000;
      return seconds > 20 ? [`it took ${seconds} s to stop`] : [];
    },
  },
];
