import type { Channel } from '@waggle/contracts/contacts';
import { afterCommit, type Context } from '#platform/context.ts';
import { journalOf } from '#platform/installation/journal-of.ts';
import { findKeyAndTime } from './journal.sql.ts';
import type { Binding } from './queries.ts';

/** The edge has noted these before they were answered. */
const journalledByEdge = 'unsubscribe-link';

type Suppressed = { hashes: readonly Buffer[]; contactIds: readonly string[] };

/**
 * Notes outside of the database that addresses get nothing any more, by hashes and ids alone. Fails when it cannot, and the
 * suppression with it. An erasure has a note of its own.
 */
export async function noteSuppressed(ctx: Context, { hashes, contactIds }: Suppressed, binding: Binding) {
  const journal = journalOf(ctx.db);
  const { channel, reason, source, sourceId, clientId, at } = binding;
  if (!journal || ctx.isTrial || hashes.length === 0 || at || reason === 'erased' || source === journalledByEdge)
    return;
  const { organizationId } = ctx;
  const { key, now } = await findKeyAndTime(ctx);
  const sealed = journal.secrets.encrypt({ purpose: 'journal', owner: organizationId }, key.toString('base64'));
  journal.noteForGood({
    k: 'suppressed',
    organizationId,
    clientId,
    channel,
    reason,
    source,
    sourceId,
    at: now.getTime(),
    hashes: hashes.map((hash) => hash.toString('base64url')),
    contactIds: [...contactIds],
    key: sealed.toString('base64url'),
  });
}

type Lifted = {
  channel: Channel;
  clientId: string | null;
  source: string;
  hashes: readonly Buffer[];
  /** Whether contacts with these addresses are written to again. */
  revives: boolean;
};

/** Once it is committed: a note of what was rolled back would take back what binds. */
export async function noteLifted(ctx: Context, { hashes, ...lifted }: Lifted): Promise<void> {
  const journal = journalOf(ctx.db);
  if (!journal || ctx.isTrial || hashes.length === 0) return;
  const { now } = await findKeyAndTime(ctx);
  const about = { ...lifted, organizationId: ctx.organizationId, at: now.getTime() };
  afterCommit(ctx, () => {
    journal.note({ k: 'lifted', ...about, hashes: hashes.map((hash) => hash.toString('base64url')) });
  });
}
