import { startDeletion } from '../features/accounts/index.ts';
import { replaySends } from '../features/campaigns/index.ts';
import { eraseAgain, liftAgain, suppressAgain } from '../features/contacts/index.ts';
import { replayFormEmails } from '../features/forms/index.ts';
import { replayReports } from '../features/reports/index.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { insertEventsAgain } from '../platform/inbox/append-queries.ts';
import type { RecoverableEntry } from '../platform/installation/entries.ts';
import { unguarded } from '../platform/installation/installation.ts';
import type { Replayer } from '../platform/installation/replay.ts';
import { createSecrets } from '../platform/secrets.ts';

/** Does again what the journals know and a restored database does not: mails that left, opt-outs, erasures. */
export function createReplayer(config: Config, database: Database): Replayer {
  const secrets = createSecrets(config);
  return async (recoverables) => {
    const events = recoverables.flatMap((recoverable) => (recoverable.k === 'event' ? [recoverable.event] : []));
    if (events.length > 0) await insertEventsAgain(database, JSON.stringify(events));
    // Before the erasures: a mail that left is in the ledger under the contact's id only until then.
    await replaySends(database, of(recoverables, 'sends'));
    await replayFormEmails(database, of(recoverables, 'form-sends'));
    await replayReports(database, of(recoverables, 'report-send'));
    for (const recoverable of recoverables) await suppress(recoverable);
    for (const recoverable of recoverables) await forget(recoverable);
  };

  async function suppress(recoverable: RecoverableEntry): Promise<void> {
    if (recoverable.k === 'suppressed') await suppressAgain({ database, secrets }, recoverable);
    if (recoverable.k === 'lifted') await liftAgain({ database }, recoverable);
  }

  async function forget(recoverable: RecoverableEntry): Promise<void> {
    if (recoverable.k === 'erasure') await eraseAgain({ database, secrets }, recoverable);
    if (recoverable.k === 'gone')
      await startDeletion({ database, installation: unguarded }, recoverable.organizationId);
  }
}

const of = <Kind extends RecoverableEntry['k']>(
  recoverables: readonly RecoverableEntry[],
  kind: Kind,
): Extract<RecoverableEntry, { k: Kind }>[] =>
  recoverables.filter((one): one is Extract<RecoverableEntry, { k: Kind }> => one.k === kind);
