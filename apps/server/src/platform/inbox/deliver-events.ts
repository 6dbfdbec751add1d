import type { Database } from '../database/database.ts';
import { insertEventsAgain, isRefusedForGood } from './append-queries.ts';
import type { InboxEvent } from './event.ts';

type Heard = {
  /** `added` of them are new to the inbox; the others were told before. */
  accepted(events: number, added: number): void;
  refused(event: InboxEvent, reason: string): Promise<void>;
};

/** Halves what the database refuses until the one event is found that it will never take. `text` is the events as JSON. */
export async function deliverEvents(
  database: Database,
  text: string,
  events: readonly InboxEvent[],
  heard: Heard,
): Promise<void> {
  if (events.length === 0) return;
  try {
    const { numAffectedRows } = await insertEventsAgain(database, text);
    heard.accepted(events.length, Number(numAffectedRows ?? 0));
  } catch (error) {
    if (!isRefusedForGood(error)) throw error;
    const [first] = events;
    if (first && events.length === 1) return heard.refused(first, (error as Error).message);
    const middle = events.length >> 1;
    for (const half of [events.slice(0, middle), events.slice(middle)])
      await deliverEvents(database, JSON.stringify(half), half, heard);
  }
}
