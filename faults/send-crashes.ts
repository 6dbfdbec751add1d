// Faults of our own processes and of the database.
import { setTimeout as pause } from 'node:timers/promises';
import type { SendStage } from '../apps/server/src/features/campaigns/sending/lane.ts';
import { until } from './send-bed.ts';
import type { Fault, Scene } from './send-play.ts';

/** Connections of one worker: as many mails may be in doubt after its death. */
const lanes = 10;
const leaseMs = 3_000;

const somewhere = ({ reached, random }: Scene) => reached(0.1 + random() * 0.6);
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
  {
    name: 'F20 the database crashes and is away for 6 s',
    async act(scene) {
      const { postgres } = scene.bed;
      await somewhere(scene);
      await postgres.stop('SIGQUIT');
      await pause(6_000);
      await postgres.start();
      const back = performance.now();
      const { received } = scene.judge;
      const before = received.length;
      await until('mails after the database is back', () => received.length > before || received.length === 500, 10);
      const seconds = (performance.now() - back) / 1_000;
      return seconds > 10 ? [`it took ${seconds} s to go on`] : [];
    },
    uncertain: 2 * lanes,
  },
  {
    name: 'F21 all database connections cut, again and again',
    uncertain: 2 * lanes,
    async act({ bed, random }) {
      for (let cut = 0; cut < 6; cut += 1) {
        await pause(200 + random() * 300);
        await bed.owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'waggle_app'`);
      }
    },
  },
];
