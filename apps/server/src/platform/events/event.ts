import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { EventRow, RowSource } from './row-source.ts';

/** News in the past tense, for later features: `contact.created`. Who subscribes does not know which way it travels. */
export type Event<Payload = unknown> = {
  name: string;
  payload: z.ZodType<Payload>;
  /** Rows that are the event; without them it is written into the outbox. */
  rows?: EventRows;
};

/** One of them, whichever way it came. */
export type Happened = {
  id: string;
  /** As text: it is part of a key, and a Date would lose its microseconds. */
  happenedAt: string;
  payload: unknown;
};

type EventRows = {
  source: RowSource;
  /** Values of the source's column of kinds. One that ends in `.*` stands for all that begin so. */
  kinds: readonly string[];
  /** What each row says, and null for one that is no event. */
  read: (ctx: Context, rows: readonly EventRow[]) => unknown[] | Promise<unknown[]>;
};

export type OutboxEvent<Payload = unknown> = Event<Payload> & { rows?: never };
type RowEvent<Payload> = Event<Payload> & { rows: EventRows };

/** Travels in the outbox: a row of its own, so for what happens at the pace of people and batches. */
export const defineEvent = <Payload>(name: string, payload: z.ZodType<Payload>): OutboxEvent<Payload> => ({
  name: named(name),
  payload,
});

type RowsOf<Payload, Row> = {
  source: RowSource<Row>;
  kinds: readonly string[];
  read: (ctx: Context, rows: readonly EventRow<Row>[]) => (Payload | null)[] | Promise<(Payload | null)[]>;
};

/** Travels as a row that is written anyhow: costs nothing more, however often it happens. */
export const defineRowEvent = <Payload, Row>(
  name: string,
  payload: z.ZodType<Payload>,
  rows: RowsOf<Payload, Row>,
): RowEvent<Payload> => ({ name: named(name), payload, rows: rows as EventRows });

/**
 * Rows of many kinds as one subscriber wants to read them: a page of different ones at once, where events of their own would come one after
 * the other. Nobody else hears it, so no feature declares it.
 */
export const defineOwnReading = <Payload, Row>(
  name: string,
  payload: z.ZodType<Payload>,
  rows: RowsOf<Payload, Row>,
): RowEvent<Payload> => defineRowEvent(name, payload, rows);

function named(name: string): string {
  if (!/^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/.test(name))
    throw new Error(`The event "${name}" needs a name like "contact.created".`);
  return name;
}

/** Every name is declared once, or the process stops with a sentence that names it. */
export function eventNames(events: readonly Event[]): string[] {
  const names = events.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`The event "${twice}" is declared twice.`);
  return names;
}
