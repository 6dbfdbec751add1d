import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { minutesAgo } from '../queries.ts';
import { keepFresh, takeChanges } from '../replica/keep-fresh.ts';
import type { Replica } from '../replica/replica.ts';
import type { MailLinkKey, MailCopy } from './copy.ts';
import { type LinkRow, linksAfter, organizationsBeingDeleted } from './queries.ts';

/** Days whose links are kept here; older ones are looked up. */
const keptDays = 30;
const dayMs = 86_400_000;
const overlapMinutes = 10;
const first = { campaignId: '00000000-0000-0000-0000-000000000000', linkNo: 0 };

type Parts = {
  database: Database;
  config: Config;
  log: Log;
  copy: MailCopy;
  replica: Replica<LinkRow, MailLinkKey, object>;
  refreshKeys: () => Promise<void>;
  /** Organizations whose links lead nowhere any more. */
  forget: (organizationIds: readonly string[]) => void;
};

/** Takes new links and keys in. Links are frozen, so there is nothing to change; one that is missed is looked up. */
export function keepMailFresh({ copy, replica, refreshKeys, forget, ...parts }: Parts) {
  const { database } = parts;

  /** Answers whose links there are. */
  async function takeSince(time: string): Promise<Set<string>> {
    const owners = new Set<string>();
    const note = (rows: readonly LinkRow[]) => rows.forEach(({ organizationId }) => owners.add(organizationId));
    await takeChanges(replica, { time, ...first }, (after, limit) => linksAfter(database, after, limit), note);
    return owners;
  }

  async function catchUp(take: () => Promise<void>): Promise<void> {
    await refreshKeys();
    const deleted = await organizationsBeingDeleted(database);
    if (replica.signal.aborted) return;
    forget(deleted);
    await take();
    if (replica.signal.aborted) return;
    copy.forgetLinksBefore(Date.now() - keptDays * dayMs);
    copy.forgetOrganizations(deleted);
  }

  return keepFresh(parts, {
    about: 'the links of mails',
    overlapMinutes,
    walkMs: dayMs,
    poll: (since) => catchUp(async () => void (await takeSince(since))),
    walk: () =>
      catchUp(async () => {
        const owners = await takeSince(await minutesAgo(database, keptDays * 24 * 60));
        // Links of all others are of organizations that were deleted while nobody looked.
        if (!replica.signal.aborted) copy.keepOrganizations([...owners]);
      }),
  });
}
