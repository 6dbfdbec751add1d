import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { type Installation, unguarded } from '../installation/installation.ts';
import { type InboxEvent, optOutKinds, withoutRequest } from './event.ts';
import { observeInbox, observeUnwritable } from './metrics.ts';
import { startReplay } from './replay.ts';
import { createDurableAppend } from './durable-append.ts';
import { openSpool } from './spool.ts';

/** Milliseconds an event waits for company. What a killed process loses is what came within them. */
const windowMs = 25;
const batchSize = 2_000;
/** Statements at once: one is written while the other one is answered. */
const mostAtOnce = 2;
/** Events that may wait in memory; more go to the spool, as if the database were away. */
const mostWaiting = 20_000;

export type Inbox = {
  /** Returns at once; the event is written with those of the same moment. */
  append(event: InboxEvent): void;
  /** In the database, or in the spool and on its disk, when it resolves. Fails when neither takes it. */
  record(event: InboxEvent): Promise<void>;
  /** Everything is in the database or in the spool when it resolves. */
  close(): Promise<void>;
};

export async function openInbox(
  database: Database,
  folder: string,
  log: Log,
  { note }: Pick<Installation, 'note'> = unguarded,
): Promise<Inbox> {
  const spool = await openSpool(folder, log);
  const metrics = observeInbox(spool);
  const replay = startReplay({ database, spool, log, received: metrics.appended });
  const keep = createDurableAppend({ database, spool, log, metrics });
  observeUnwritable(keep.isFailing);
  const open = new Set<Promise<void>>();
  let waiting: InboxEvent[] = [];
  let timer: NodeJS.Timeout | undefined;
  let closing = false;

  function append(event: InboxEvent): void {
    waiting.push(event);
    timer ??= setTimeout(flush, windowMs);
  }

  function flush(): void {
    timer = undefined;
    while (waiting.length > 0) {
      const write = nextWrite();
      if (!write) break;
      const batch = waiting.length <= batchSize ? waiting : waiting.slice(0, batchSize);
      waiting = waiting.length <= batchSize ? [] : waiting.slice(batchSize);
      const done: Promise<void> = write(JSON.stringify(batch), batch.length).finally(() => open.delete(done));
      open.add(done);
    }
    if (waiting.length > 0) timer = setTimeout(flush, windowMs);
  }

  /** New events go behind those in the spool, and wait in memory only while the last few of it are told. */
  function nextWrite() {
    if (closing) return spool.isEmpty ? keep.toDatabase : keep.toSpool;
    // A batch for each moment would soon be more than may wait; full ones hold what comes for minutes.
    if (keep.isFailing() && waiting.length < batchSize) return undefined;
    if (waiting.length > mostWaiting) return keep.toSpool;
    if (spool.isEmpty) return keep.statements() < mostAtOnce ? keep.toDatabase : undefined;
    return replay.isRunning && spool.isLastFile && spool.events <= batchSize ? undefined : keep.toSpool;
  }

  return {
    append,
    async record(event) {
      // Kept outside of the database as well: a restored one must not forget that somebody opted out.
      if (optOutKinds.includes(event.kind)) note({ k: 'event', event: withoutRequest(event) });
      await keep.forGood(JSON.stringify(event));
    },
    async close() {
      closing = true;
      await replay.stop();
      keep.end();
      clearTimeout(timer);
      flush();
      await Promise.all(open);
      await spool.close();
    },
  };
}
