import { z } from 'zod';
import type { Db } from '../database/database.ts';
import * as partitions from '../database/partitions.ts';
import { type Cron, cron } from './cron.ts';
import { type Handler, handle } from './handlers.ts';
import { systemJob } from './job.ts';

const Nothing = z.object({});

export const keepPartitions = systemJob('platform.keep-partitions', Nothing, { class: 'maintenance' });
export const forgetExpired = systemJob('platform.forget-expired', Nothing, { class: 'maintenance' });

export const maintenanceHandlers = (): Handler[] => [
  handle(keepPartitions, ({ database }, _, { signal }) => partitions.keepPartitions(database.tenant(null), signal)),

  handle(forgetExpired, async ({ database, now }, _, { signal }) => {
    await deleteInBatches(signal, () => expiredSessions(database.directory, now()));
    await deleteInBatches(signal, () => expiredGuestSessions(database.directory, now()));
    await deleteInBatches(signal, () => expiredVerifications(database.directory, now()));
    await deleteInBatches(signal, () => expiredEmailChanges(database.directory, now()));
    await deleteInBatches(signal, () => expiredChallenges(database.directory, now()));
    await deleteInBatches(signal, () => expiredRateLimits(database.tenant(null), now()));
  }),
];

export const maintenanceCrons: Cron[] = [
  cron('keep-partitions', '7 * * * *', 'UTC', keepPartitions),
  cron('forget-expired', '37 * * * *', 'UTC', forgetExpired),
];

/** Small enough for the statement limit of the pool, and for nobody to wait behind its locks. */
const batchSize = 2_000;

async function deleteInBatches(
  signal: AbortSignal,
  deleteBatch: () => Promise<{ numDeletedRows: bigint }>,
): Promise<void> {
  for (let deleted = batchSize; deleted === batchSize;) {
    signal.throwIfAborted();
    deleted = Number((await deleteBatch()).numDeletedRows);
  }
}

const expiredSessions = (directory: Db, now: Date) =>
  directory
    .deleteFrom('directory.sessions')
    .where('id', 'in', (expired) =>
      expired.selectFrom('directory.sessions').select('id').where('expires_at', '<', now).limit(batchSize),
    )
    .executeTakeFirstOrThrow();

const expiredGuestSessions = (directory: Db, now: Date) =>
  directory
    .deleteFrom('guest_sessions')
    .where('id', 'in', (expired) =>
      expired.selectFrom('guest_sessions').select('id').where('expires_at', '<', now).limit(batchSize),
    )
    .executeTakeFirstOrThrow();

const expiredVerifications = (directory: Db, now: Date) =>
  directory
    .deleteFrom('directory.verifications')
    .where('id', 'in', (expired) =>
      expired.selectFrom('directory.verifications').select('id').where('expires_at', '<', now).limit(batchSize),
    )
    .executeTakeFirstOrThrow();

const expiredEmailChanges = (directory: Db, now: Date) =>
  directory
    .deleteFrom('directory.email_changes')
    .where('user_id', 'in', (expired) =>
      expired.selectFrom('directory.email_changes').select('user_id').where('expires_at', '<', now).limit(batchSize),
    )
    .executeTakeFirstOrThrow();

const expiredChallenges = (directory: Db, now: Date) =>
  directory
    .deleteFrom('directory.passkey_challenges')
    .where('hash', 'in', (expired) =>
      expired.selectFrom('directory.passkey_challenges').select('hash').where('expires_at', '<', now).limit(batchSize),
    )
    .executeTakeFirstOrThrow();

const expiredRateLimits = (db: Db, now: Date) =>
  db
    .deleteFrom('rate_limits')
    .where('key', 'in', (expired) =>
      expired.selectFrom('rate_limits').select('key').where('expire', '<', String(now.getTime())).limit(batchSize),
    )
    .executeTakeFirstOrThrow();
