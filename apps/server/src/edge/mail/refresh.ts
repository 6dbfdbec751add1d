import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { minutesAgo } from '../queries.ts';
import type { MailCopy } from './copy.ts';
import { type After, linksAfter } from './queries.ts';

const pollMs = 15_000;
const pageSize = 1_000;
/** Days whose links are kept here; older ones are looked up. */
const keptDays = 30;
const dayMs = 86_400_000;
/** Minutes a poll looks back: a row is stamped when it is written and seen when it is committed. */
const overlapMinutes = 10;

type Parts = { database: Database; copy: MailCopy; refreshKeys: () => Promise<void> };

/** Takes new links and keys in. Links are frozen, so there is nothing to change; one that is missed is looked up. */
export function keepMailFresh({ database, copy, refreshKeys }: Parts, log: Log) {
  let since: string | undefined;
  let busy: Promise<void> | undefined;
  const closing = new AbortController();

  async function catchUp(): Promise<void> {
    await refreshKeys();
    const next = await minutesAgo(database, overlapMinutes);
    const start = since ?? (await minutesAgo(database, keptDays * 24 * 60));
    let after: After | undefined = { time: start, campaignId: '00000000-0000-0000-0000-000000000000', linkNo: 0 };
    while (after && !closing.signal.aborted) {
      const rows = await linksAfter(database, after, pageSize);
      if (closing.signal.aborted) return;
      copy.takeLinks(rows);
      after = rows.length === pageSize ? rows.at(-1) : undefined;
    }
    copy.forgetLinksBefore(Date.now() - keptDays * dayMs);
    since = next;
  }

  function refresh(): void {
    if (closing.signal.aborted) return;
    busy ??= catchUp()
      .catch((error: unknown) => log.warn({ err: error }, 'the links of mails could not be refreshed'))
      .finally(() => (busy = undefined));
  }
  const timer = setInterval(refresh, pollMs);
  refresh();
  return {
    async close() {
      closing.abort();
      clearInterval(timer);
      await busy;
    },
  };
}
