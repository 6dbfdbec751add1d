import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { type HostIndex, indexHosts } from './host-index.ts';
import { findHosts } from './queries.ts';

/** Milliseconds for which what was read is believed. */
const trustMs = 2_000;
/** Milliseconds to wait for newer ones, before those that are known have to do. */
const patienceMs = 250;

/** Host names of organizations, for the API and workers. */
export type Hosts = {
  /** As they are, or were some seconds ago. Of one that was never read nothing is known. */
  current(): Promise<HostIndex>;
  /** The next question reads them again. */
  forget(): void;
};

/** What is announced from the database when one changes. */
export const hostChannel = 'host_changed';

type Parts = { config: Config; database: Database; log?: Log };

/** Read whole, and not name by name: strangers ask for names nobody has, and must not reach the database with each. */
export function createHosts({ config, database, log }: Parts): Hosts {
  let known = indexHosts([], config);
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    try {
      known = indexHosts(await findHosts(database), config);
    } catch (error) {
      log?.warn({ err: error }, 'the host names of organizations could not be read');
    }
  }

  return {
    async current() {
      if (performance.now() - readAt > trustMs) {
        readAt = performance.now();
        // One after the other, so that no older answer follows a newer one.
        reading = Promise.resolve(reading).then(read);
      }
      // Whoever asks may hold a connection already: when all of them wait here, none is left to read with.
      await Promise.race([reading, pause(patienceMs, undefined, { ref: false })]);
      return known;
    },
    forget() {
      readAt = -Infinity;
    },
  };
}
