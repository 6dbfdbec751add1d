import { addToRollUps } from '#features/engagement/index.ts';
import { type ContactTouch, recordTouches, removeTouches } from '#features/purchases/index.ts';
import type { Context } from '#platform/context.ts';
import { type Change, drawConsequences } from './consequences.ts';
import type { DeliveryEvent } from './delivery-event.ts';
import { addFirstOpens } from './first-opens.ts';
import * as queries from './queries.ts';
import { type EmailTimeline, timelineOf } from './email-timeline.ts';
import type { Links } from './scanners.ts';
import { RollUps } from './tally.ts';

export const noLinks: Links = { regular: 0, traps: new Set() };
const noted = new Set<DeliveryEvent['kind']>([
  'opened',
  'clicked',
  'bounced',
  'complained',
  'unsubscribed',
  'resubscribed',
]);

/**
 * Takes in what happened to mails, in any order and however often it is told. The delivery events of each mail are read as one timeline;
 * all that is shown anywhere follows from the difference between the timeline before and after. Under the organization's lock.
 * `hashes` are those the links of a mail brought along, by mail.
 */
export async function recordDeliveryEvents(
  ctx: Context,
  received: readonly DeliveryEvent[],
  hashes: ReadonlyMap<string, readonly Buffer[]> = new Map(),
): Promise<void> {
  if (received.length === 0) return;
  const byMail = Map.groupBy(received, ({ sendId }) => sendId);
  const sends = await queries.findSends(ctx, [...byMail.keys()]);
  if (sends.length === 0) return;
  const links = await queries.findLinks(ctx, [...new Set(sends.map(({ campaignId }) => campaignId))]);
  const stored = await queries.findDeliveryEvents(ctx, sends);
  const changes = sends.map((send) => {
    const known = stored.get(send.sendId) ?? [];
    const own = links.get(send.campaignId) ?? noLinks;
    const merged = [...known, ...newOf(known, byMail.get(send.sendId) ?? [])];
    return {
      send,
      before: timelineOf(known, own),
      after: timelineOf(merged, own),
      hashes: hashes.get(send.sendId) ?? [],
    };
  });
  await writeDeliveryEvents(ctx, changes);
  // Before any line about a contact: whoever changes contacts holds their count first.
  await drawConsequences(ctx, changes);
  await writeFigures(ctx, changes);
}

/** Told twice is once, in one batch or in two. */
function newOf(known: readonly DeliveryEvent[], received: readonly DeliveryEvent[]): DeliveryEvent[] {
  const seen = new Set(known.map(({ id }) => id));
  return received.filter(({ id }) => !seen.has(id) && seen.add(id));
}

async function writeDeliveryEvents(ctx: Context, changes: readonly Change[]): Promise<void> {
  const fresh: queries.Filed[] = [];
  const relabelled: DeliveryEvent[] = [];
  for (const { send, before, after } of changes) {
    const known = new Map(before.deliveryEvents.map((deliveryEvent) => [deliveryEvent.id, deliveryEvent]));
    for (const deliveryEvent of after.deliveryEvents) {
      const was = known.get(deliveryEvent.id);
      if (!was) fresh.push(filed(send, deliveryEvent));
      else if (
        was.label !== deliveryEvent.label ||
        was.reason !== deliveryEvent.reason ||
        was.isFirst !== deliveryEvent.isFirst
      )
        relabelled.push(deliveryEvent);
    }
  }
  await queries.insertDeliveryEvents(ctx, fresh);
  await queries.relabelDeliveryEvents(ctx, relabelled);
}

type Owner = Pick<queries.Send, 'campaignId' | 'clientId' | 'contactId'>;

const filed = ({ campaignId, clientId, contactId }: Owner, deliveryEvent: DeliveryEvent): queries.Filed => ({
  ...deliveryEvent,
  campaignId,
  clientId,
  contactId,
});

async function writeFigures(ctx: Context, changes: readonly Change[]): Promise<void> {
  const rollUps = new RollUps(await queries.findTimezone(ctx));
  const added: queries.Filed[] = [];
  const removed: queries.Filed[] = [];
  for (const { send, before, after } of changes) {
    for (const deliveryEvent of before.deliveryEvents) rollUps.add(send, deliveryEvent, -1);
    for (const deliveryEvent of after.deliveryEvents) rollUps.add(send, deliveryEvent, 1);
    added.push(...linesOf(send, after, before));
    removed.push(...linesOf(send, before, after));
  }
  const rows = rollUps.rows();
  await addToRollUps(ctx, rows);
  await queries.unnoteActivity(ctx, removed);
  await queries.noteActivity(ctx, added);
  await removeTouches(
    ctx,
    changes.flatMap(({ send, before, after }) => clicksOf(send, before, after)),
  );
  await recordTouches(
    ctx,
    changes.flatMap(({ send, before, after }) => clicksOf(send, after, before)),
  );

  const settled = await queries.markSends(
    ctx,
    changes.filter(marksDiffer).map(({ send, after }) => ({ ...send, ...after })),
  );
  const people = new Map([...Map.groupBy(settled, (id) => id)].map(([id, all]) => [id, all.length]));
  await queries.changeStats(ctx, changes.flatMap(statChanges).reduce(sumUp, []), people);
  await addFirstOpens(ctx, rows.hours);
}

type Delivered = Pick<EmailTimeline, 'deliveryEvents'>;

/** Lines of one timeline that the other does not have. */
export function linesOf(send: Owner, timeline: Delivered, other: Delivered): queries.Filed[] {
  const isLine = ({ kind, isFirst }: DeliveryEvent) => isFirst && noted.has(kind);
  const others = new Set(other.deliveryEvents.filter(isLine).map(({ id }) => id));
  return timeline.deliveryEvents
    .filter((deliveryEvent) => isLine(deliveryEvent) && !others.has(deliveryEvent.id))
    .map((deliveryEvent) => filed(send, deliveryEvent));
}

/** Clicks by a person in one timeline that the other does not have. */
function clicksOf({ campaignId, contactId }: Owner, timeline: Delivered, other: Delivered): ContactTouch[] {
  const isClick = ({ kind, label }: DeliveryEvent) => kind === 'clicked' && label === 'human';
  const others = new Set(other.deliveryEvents.filter(isClick).map(({ id }) => id));
  return timeline.deliveryEvents
    .filter((event) => isClick(event) && !others.has(event.id))
    .map(({ id, happenedAt: at }) => ({ id, contactId, kind: 'click', subjectId: campaignId, at }));
}

export const times = ['deliveredAt', 'openedAt', 'clickedAt', 'bouncedAt', 'complainedAt', 'unsubscribedAt'] as const;

const marksDiffer = ({ send, before, after }: Change): boolean =>
  times.some((name) => before[name] !== after[name]) || (after.arrived && send.state === 'uncertain');

const counted: Record<string, (timeline: EmailTimeline) => boolean> = {
  delivered: ({ deliveredAt }) => deliveredAt !== null,
  opened: ({ openedAt }) => openedAt !== null,
  clicked: ({ clickedAt }) => clickedAt !== null,
  bounced: ({ bouncedAt }) => bouncedAt !== null,
  complained: ({ complainedAt }) => complainedAt !== null,
  unsubscribed: ({ unsubscribedAt }) => unsubscribedAt !== null,
  machineOpened: ({ machineOpened }) => machineOpened,
  machineClicked: ({ machineClicked }) => machineClicked,
};

const statChanges = ({ send, before, after }: Change): queries.StatChange[] =>
  Object.entries(counted)
    .map(([name, is]) => ({ campaignId: send.campaignId, name, by: Number(is(after)) - Number(is(before)) }))
    .filter(({ by }) => by !== 0);

function sumUp(sums: queries.StatChange[], change: queries.StatChange): queries.StatChange[] {
  const same = sums.find(({ campaignId, name }) => campaignId === change.campaignId && name === change.name);
  if (same) same.by += change.by;
  else sums.push({ ...change });
  return sums;
}
