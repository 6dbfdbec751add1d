import { z } from 'zod';
import { type Context, inTransaction } from '../context.ts';
import { type Handler, PermanentJobError, handle } from '../jobs/handlers.ts';
import { enqueue, job } from '../jobs/job.ts';
import { stableId } from '../jobs/stable-id.ts';
import type { Log } from '../log.ts';
import { advance, holdCursor, type Reader, rowAt, rowsIn } from './cursor.sql.ts';
import { type Delivery, deliver, deliverOnce } from './deliver.ts';
import type { Happened } from './event.ts';
import { type EventRow, isAmong } from './row-source.ts';
import { byName, nameOf, type Subscription } from './subscription.ts';

/** Rows one transaction takes. */
const pageSize = 1_000;

/** What a subscriber could not take in the first time is tried again for that subscriber alone. */
const deliverRow = job(
  'platform.deliver-row',
  z.object({ subscriber: z.string(), writtenIn: z.string().max(20), writtenNo: z.string().max(20) }),
  { class: 'sweep', attempts: 8, backoffSeconds: 2 },
);

export type RowReader = Reader & { subscriptions: readonly Subscription[] };

/** A subscriber has one place in each table, whatever number of events it wants from there: it hears them in their order. */
export function readersOf(subscriptions: readonly Subscription[]): RowReader[] {
  const ofRows = subscriptions.filter(({ event }) => event.rows);
  return [...Map.groupBy(ofRows, ({ subscriber, event }) => `${subscriber} ${event.rows!.source.name}`).values()].map(
    (own) => ({
      subscriber: own[0]!.subscriber,
      source: own[0]!.event.rows!.source,
      kinds: [...new Set(own.flatMap(({ event }) => event.rows!.kinds))],
      subscriptions: own,
    }),
  );
}

/** `more` wants to be called again soon, `busy` when the other process that reads here is done; `gone` never again. */
type Read = 'done' | 'more' | 'busy' | 'gone';

/** The next rows of one organization go to their subscriber, and its cursor behind them, in one transaction. */
export const readRows = (ctx: Context, reader: RowReader, log: Log): Promise<Read> =>
  inTransaction(ctx, async (ctx) => {
    const cursor = await holdCursor(ctx, reader);
    if (typeof cursor === 'string') return cursor;
    const { seen, lastNo } = cursor;
    const reading = cursor.reading ?? cursor.now;
    const rows = await rowsIn(ctx, reader, { seen, reading, lastNo }, pageSize);
    const later = (delivery: Delivery<HappenedRow>) => tryLater(ctx, delivery);
    await deliver(ctx, await deliveriesOf(ctx, reader, rows), { later, log });

    const isRead = rows.length < pageSize;
    await advance(
      ctx,
      reader,
      isRead ? { seen: reading, reading: null, lastNo: '0' } : { seen, reading, lastNo: rows.at(-1)!.writtenNo },
    );
    return isRead && cursor.reading === null ? 'done' : 'more';
  });

type HappenedRow = Happened & Pick<EventRow, 'writtenIn' | 'writtenNo'>;

/** In the order of the rows. */
async function deliveriesOf(
  ctx: Context,
  { subscriptions }: RowReader,
  rows: readonly EventRow[],
): Promise<Delivery<HappenedRow>[]> {
  const byRow = new Map<EventRow, Delivery<HappenedRow>[]>(rows.map((row) => [row, []]));
  for (const subscription of subscriptions) {
    const { kinds, read } = subscription.event.rows!;
    const own = rows.filter(({ kind }) => isAmong(kinds, kind));
    const payloads = own.length > 0 ? await read(ctx, own) : [];
    own.forEach((row, at) => {
      if (payloads[at] !== null) byRow.get(row)!.push({ subscription, event: happened(row, payloads[at]) });
    });
  }
  return [...byRow.values()].flat();
}

const happened = ({ id, happenedAt, writtenIn, writtenNo }: EventRow, payload: unknown): HappenedRow => ({
  id,
  happenedAt,
  writtenIn,
  writtenNo,
  payload,
});

async function tryLater(ctx: Context, { event, subscription }: Delivery<HappenedRow>): Promise<void> {
  const { id, writtenIn, writtenNo } = event;
  const subscriber = nameOf(subscription);
  await enqueue(ctx, deliverRow, { subscriber, writtenIn, writtenNo }, { id: stableId(id, subscriber) });
}

export function rowHandlers(subscriptions: readonly Subscription[]): Handler[] {
  const known = byName(subscriptions);
  return [
    handle(deliverRow, async (ctx, { subscriber, ...place }) => {
      const subscription = known.get(subscriber);
      const rows = subscription?.event.rows;
      if (!subscription || !rows) throw new PermanentJobError(`Nobody subscribes as "${subscriber}".`);
      const row = await rowAt(ctx, rows.source, place);
      const [payload] = row ? await rows.read(ctx, [row]) : [null];
      if (row && payload !== null) await deliverOnce(ctx, { subscription, event: happened(row, payload) });
    }),
  ];
}
