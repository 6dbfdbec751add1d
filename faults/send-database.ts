// Faults of the database under workers that send.
import { setTimeout as pause } from 'node:timers/promises';
import { until } from './send-harness.ts';
import { type Fault, sendWorkers, somewhere } from './send-play.ts';

const awayMs = 30_000;
const cuts = { every: 5_000, times: 24 };
/** Enough slow mails that the campaign lives as long as the cuts go on, each well within the time a client waits. */
const slow = { people: 3_000, thinkMs: 800 };

export const databaseFaults: Fault[] = [
  {
    name: 'F20 the database crashes and is away for 30 s',
    uncertain: 2 * sendWorkers,
    async act(scene) {
      const { postgres } = scene.harness;
      await somewhere(scene);
      await postgres.stop('SIGQUIT');
      await pause(awayMs);
      await postgres.start();
      const { received } = scene.fakeSmtp;
      const before = received.length;
      await until('mails after the database is back', () => received.length > before || received.length === 500, 10);
    },
  },
  {
    name: 'F21 all database connections cut every 5 s for two minutes',
    people: slow.people,
    rulings: () => ({ beforeAnswer: () => pause(slow.thinkMs) }),
    async act({ harness, random }) {
      for (let cut = 0; cut < cuts.times; cut += 1) {
        await pause(cuts.every * (0.9 + random() * 0.2));
        await harness.owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'waggle_app'`,
        );
      }
    },
  },
];
