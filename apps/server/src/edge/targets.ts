import { publicAddress } from '@waggle/contracts/web-address';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { FormAddresses } from './forms/touch/form-addresses.ts';
import { findTargets, type TargetRow, targetsAfter, targetsChangedAfter } from './queries.ts';
import { keepFresh, takeAll, takeChanges } from './replica/keep-fresh.ts';
import { openLocalFile } from './replica/local-file.ts';
import { openLocalTable } from './replica/local-table.ts';
import { createReplica } from './replica/replica.ts';

export type Target = {
  organizationId: string;
  clientId: string | null;
  refId: string;
  /** Where to send people; null when nobody may be sent there any more. */
  location: string | null;
  /** The form of this installation it leads to. */
  formId: string | null;
};

export type Targets = {
  /** From memory or from the copy on disk. */
  find(shortCode: string): Target | undefined;
  /** Asks the database for a code the copy does not have. `unavailable` when it cannot be asked now. */
  ask(shortCode: string): Promise<Target | 'unknown' | 'unavailable'>;
  /** Whether the copy has been whole once, so that it can answer alone. */
  isComplete(): boolean;
  close(): Promise<void>;
};

const schema = `create table if not exists targets (
  shortCode text primary key, organizationId text not null, clientId text, refId text not null, targetUrl text,
  isActive integer not null
) without rowid, strict;`;
const overlapMinutes = 2;
const walkMs = 3_600_000;

/** The last known targets in a file, so that a restart needs no database. Opened by one process alone. */
function openCopy(folder: string, log: Log) {
  const db = openLocalFile({ folder, name: 'targets.sqlite', schema, log });
  const between = db.prepare('select shortCode from targets where shortCode > ? and shortCode <= ?');
  const following = db.prepare('select shortCode from targets where shortCode > ?');
  const table = openLocalTable<TargetRow, string>(db, {
    name: 'targets',
    columns: ['shortCode', 'organizationId', 'clientId', 'refId', 'targetUrl', 'isActive'],
    key: ['shortCode'],
    keyValues: (shortCode) => [shortCode],
    keyOf: ({ shortCode }) => shortCode,
    values: (row) => [row.shortCode, row.organizationId, row.clientId, row.refId, row.targetUrl, row.isActive ? 1 : 0],
    rowOf: (stored) => ({ ...(stored as Omit<TargetRow, 'isActive'>), isActive: stored['isActive'] === 1 }),
    isFrozen: false,
  });
  return {
    table,
    /** Codes after `from`, up to and including `to`; without `to` all that follow. */
    keysBetween: (from: string, to: string | undefined) =>
      (to === undefined ? following.all(from) : between.all(from, to)).map((row) => String(row['shortCode'])),
    isComplete: () => db.prepare('pragma user_version').get()?.['user_version'] === 1,
    setComplete: () => db.exec('pragma user_version = 1'),
    close: () => db.close(),
  };
}

export function openTargets(
  config: Config,
  database: Database,
  log: Log,
  addresses: Pick<FormAddresses, 'formIn' | 'storedOf'>,
): Targets {
  const copy = openCopy(config.EDGE_DATA, log);
  const keyOf = ({ shortCode }: TargetRow) => shortCode;
  const replica = createReplica<TargetRow, string, Target>({
    table: copy.table,
    nameOf: (shortCode) => shortCode,
    keyOf,
    valueOf: toTarget(addresses),
    fetch: (shortCodes) => findTargets(database, shortCodes),
  });
  const fresh = keepFresh(
    { database, config, log },
    {
      about: 'the targets',
      overlapMinutes,
      walkMs,
      poll: (changedAt) =>
        takeChanges(replica, { changedAt, shortCode: '' }, (after, limit) =>
          targetsChangedAfter(database, after, limit),
        ),
      async walk() {
        const { keysBetween } = copy;
        await takeAll(replica, (code, limit) => targetsAfter(database, code, limit), { keyOf, keysBetween });
        if (!replica.signal.aborted) copy.setComplete();
      },
      announced: {
        channel: 'link_target_changed',
        receive: (shortCode) => void replica.refetch(shortCode).catch(() => {}),
      },
    },
  );

  return {
    find: replica.find,
    ask: replica.ask,
    isComplete: () => copy.isComplete(),
    async close() {
      const closed = replica.close();
      await fresh.close();
      await closed;
      copy.close();
    },
  };
}

/** Looked at once more before anybody is sent there: rules may have become stricter since it was stored. */
const toTarget =
  ({ formIn, storedOf }: Pick<FormAddresses, 'formIn' | 'storedOf'>) =>
  ({ organizationId, clientId, refId, targetUrl, isActive }: TargetRow): Target => {
    const formId = targetUrl === null ? null : formIn(targetUrl);
    // An installation that only a local network reaches still leads to its own forms.
    const isOwn = formId !== null && targetUrl === storedOf(formId);
    const location = isOwn || targetUrl === null ? targetUrl : publicAddress(targetUrl);
    return { organizationId, clientId, refId, location: isActive ? location : null, formId };
  };
