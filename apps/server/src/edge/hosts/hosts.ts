import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { type HostIndex, indexHosts } from '../../platform/hosts/host-index.ts';
import { hostChannel } from '../../platform/hosts/hosts.ts';
import { findHosts } from '../../platform/hosts/queries.ts';
import type { Log } from '../../platform/log.ts';
import { createMutex } from '../../platform/mutex.ts';
import { keepFresh } from '../replica/keep-fresh.ts';
import { openHostCopy } from './copy.ts';

/** Host names of organizations as an edge knows them: all of them, in memory. */
export type EdgeHosts = HostIndex & { close(): Promise<void> };

const walkMs = 3_600_000;
/** Milliseconds a start waits for the database, which may be away. */
const patienceMs = 2_000;

/** Kept like the targets of QR codes (ADR 9). Resolves when nobody can be answered under a name that is not known yet. */
export async function openHosts(config: Config, database: Database, log: Log): Promise<EdgeHosts> {
  const copy = openHostCopy(config.EDGE_DATA, log);
  const inTurn = createMutex();
  let isClosed = false;
  let index = indexHosts(copy.rows(), config);

  const read = () =>
    inTurn(async () => {
      const rows = await findHosts(database);
      if (isClosed) return;
      copy.take(rows);
      index = indexHosts(rows, config);
    });
  await Promise.race([read().catch(() => {}), pause(patienceMs, undefined, { ref: false })]);
  const fresh = keepFresh(
    { database, config, log },
    {
      about: 'the host names',
      overlapMinutes: 0,
      walkMs,
      poll: read,
      walk: read,
      announced: { channel: hostChannel, receive: () => void read().catch(() => {}) },
    },
  );

  return {
    find: (header) => index.find(header),
    originOf: (owner, purpose) => index.originOf(owner, purpose),
    dashboardOf: (organizationId) => index.dashboardOf(organizationId),
    async close() {
      isClosed = true;
      await fresh.close();
      await inTurn(async () => {});
      copy.close();
    },
  };
}
