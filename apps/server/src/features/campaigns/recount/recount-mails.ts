import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '#platform/context.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import { lockInbox } from '#platform/inbox/drain-queries.ts';
import type { Signals } from '#platform/inbox/event.ts';
import type { DeliveryEvent } from '../delivery-events/delivery-event.ts';
import { classifyRequest } from '../delivery-events/hits.ts';
import {
  findDeliveryEvents,
  findLinks,
  markSends,
  noteActivity,
  relabelDeliveryEvents,
  unnoteActivity,
} from '../delivery-events/queries.ts';
import { linesOf, noLinks, times } from '../delivery-events/record-delivery-events.ts';
import { type EmailTimeline, timelineOf } from '../delivery-events/email-timeline.ts';
import type { Links } from '../delivery-events/scanners.ts';
import { findSignals, findStretch, goByKeys, type Ledger, type LedgerRow } from './queries.ts';

/** Mails one transaction looks at. The drain of the organization waits for it, so it stays short. */
const stretch = 500;
const stretchSeconds = 30;
/** Milliseconds between two stretches. Opt-outs queue for their turn, but the rest only takes one it finds free. */
const breather = 50;
/** Of one mail. More than the drain looks at, so that here a mail clicked by a whole company is read to its end. */
const mostEvents = 100_000;

export type Repaired = { deliveryEvents: number; mails: number };
/** `last` is the person the next stretch begins after, if there is one. */
type Stretch = Repaired & { last: string | undefined };
type Read = { send: LedgerRow; known: DeliveryEvent[]; timeline: EmailTimeline };

/**
 * Reads the timeline of every mail anew, by the rules of today, and repairs what the delivery events and the ledger show of it. Nobody is
 * suppressed or let back in: what followed from a mail when it was news may have been changed by a person since.
 */
export async function recountMails(ctx: Context, ledger: Ledger): Promise<Repaired> {
  const links = (await findLinks(ctx, [ledger.campaignId])).get(ledger.campaignId) ?? noLinks;
  const repaired = { deliveryEvents: 0, mails: 0 };
  for (let after: string | null = null; ;) {
    const done: Stretch = await withStatementTimeout(ctx, stretchSeconds, (ctx) =>
      recountStretch(ctx, ledger, links, after),
    );
    repaired.deliveryEvents += done.deliveryEvents;
    repaired.mails += done.mails;
    if (done.last === undefined) return repaired;
    after = done.last;
    await pause(breather);
  }
}

async function recountStretch(ctx: Context, ledger: Ledger, links: Links, after: string | null): Promise<Stretch> {
  await lockInbox(ctx);
  await goByKeys(ctx);
  const sends = await findStretch(ctx, ledger, after, stretch);
  const stored = await findDeliveryEvents(ctx, sends, mostEvents);
  const signals = await findSignals(ctx, [...stored.values()].flat().filter(isHit));
  const read = sends.map((send): Read => {
    const known = stored.get(send.sendId) ?? [];
    return {
      send,
      known,
      timeline: timelineOf(
        known.map((deliveryEvent) => judgedAnew(deliveryEvent, signals.get(deliveryEvent.id))),
        links,
      ),
    };
  });

  const relabelled = read.flatMap(changedEvents);
  const marks = read.filter(isShownWrong).map(({ send, timeline }) => ({ ...send, ...timeline }));
  await relabelDeliveryEvents(ctx, relabelled);
  await unnoteActivity(
    ctx,
    read.flatMap(({ send, known, timeline }) => linesOf(send, { deliveryEvents: known }, timeline)),
  );
  await noteActivity(
    ctx,
    read.flatMap(({ send, known, timeline }) => linesOf(send, timeline, { deliveryEvents: known })),
  );
  await markSends(ctx, marks);
  return { deliveryEvents: relabelled.length, mails: marks.length, last: sends.at(-1)?.contactId };
}

const isHit = ({ kind }: DeliveryEvent): boolean => kind === 'opened' || kind === 'clicked';

/** A request whose signals are forgotten keeps its label. */
function judgedAnew(deliveryEvent: DeliveryEvent, signals: Signals | undefined): DeliveryEvent {
  if (!signals || (deliveryEvent.kind !== 'opened' && deliveryEvent.kind !== 'clicked')) return deliveryEvent;
  return { ...deliveryEvent, ...classifyRequest(deliveryEvent.kind, signals) };
}

function changedEvents({ known, timeline }: Read): DeliveryEvent[] {
  const before = new Map(known.map((deliveryEvent) => [deliveryEvent.id, deliveryEvent]));
  return timeline.deliveryEvents.filter((deliveryEvent) => {
    const was = before.get(deliveryEvent.id)!;
    return (['label', 'reason', 'ruleVersion', 'isFirst'] as const).some((name) => was[name] !== deliveryEvent[name]);
  });
}

const isShownWrong = ({ send, timeline }: Read): boolean =>
  times.some((name) => send[name] !== timeline[name]) || (timeline.arrived && send.state === 'uncertain');
