import { removeOrganization } from '../features/accounts/index.ts';
import { replaySends } from '../features/campaigns/restore/replay-sends.ts';
import { eraseAgain } from '../features/contacts/index.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { insertEventsAgain } from '../platform/inbox/append-queries.ts';
import type { Deed, SendsEntry } from '../platform/installation/entries.ts';
import type { Replayer } from '../platform/installation/replay.ts';
import { createSecrets } from '../platform/secrets.ts';

/** Does again what the journals know and a restored database does not: mails that left, opt-outs, erasures. */
export function createReplayer(config: Config, database: Database): Replayer {
  const secrets = createSecrets(config);
  return async (deeds) => {
    const events = deeds.flatMap((deed) => (deed.k === 'event' ? [deed.event] : []));
    if (events.length > 0) await insertEventsAgain(database, JSON.stringify(events));
    // Before the erasures: a mail that left is in the ledger under the contact's id only until then.
    const sends = deeds.filter((deed): deed is SendsEntry => deed.k === 'sends');
    if (sends.length > 0) await replaySends(database, sends);
    for (const deed of deeds) await forget(deed);
  };

  async function forget(deed: Deed): Promise<void> {
    if (deed.k === 'erasure') await eraseAgain({ database, secrets }, deed);
    if (deed.k === 'gone') await removeOrganization(database, deed.organizationId);
  }
}
