import { type DeliveryEvent, hardBounce, inOrder } from './delivery-event.ts';
import { type Links, machineEvidence } from './scanners.ts';

/** Everything that follows from the delivery events of one mail, in whatever order they were told. */
export type EmailTimeline = {
  deliveryEvents: DeliveryEvent[];
  deliveredAt: number | null;
  openedAt: number | null;
  clickedAt: number | null;
  bouncedAt: number | null;
  complainedAt: number | null;
  /** Null again once the person has taken it back. */
  unsubscribedAt: number | null;
  bouncedHard: boolean;
  /** Opened or clicked, as far as known, by machines alone. */
  machineOpened: boolean;
  machineClicked: boolean;
  /** The mail left: somebody who can only have it from the mail says so. */
  arrived: boolean;
};

/** Milliseconds in which a person may take an opt-out back through the link that made it. Saying it again begins no new time. */
export const undoMs = 86_400_000;

export function timelineOf(received: readonly DeliveryEvent[], links: Links): EmailTimeline {
  const deliveryEvents = markFirsts(relabel([...received].sort(inOrder), links));
  const first = (kind: DeliveryEvent['kind']) =>
    deliveryEvents.find((deliveryEvent) => deliveryEvent.kind === kind && deliveryEvent.isFirst)?.happenedAt ?? null;
  const onlyMachines = (kind: DeliveryEvent['kind']) =>
    first(kind) === null && deliveryEvents.some((deliveryEvent) => deliveryEvent.kind === kind);
  return {
    deliveryEvents,
    deliveredAt: first('delivered'),
    openedAt: first('opened'),
    clickedAt: first('clicked'),
    bouncedAt: first('bounced'),
    complainedAt: first('complained'),
    unsubscribedAt: standingOptOut(deliveryEvents),
    bouncedHard: deliveryEvents.some(({ kind, reason }) => kind === 'bounced' && reason === hardBounce),
    machineOpened: onlyMachines('opened'),
    machineClicked: onlyMachines('clicked'),
    arrived: deliveryEvents.some(({ kind }) => kind !== 'deferred'),
  };
}

/** What shows a machine, shows it for what that machine did before as well. The event itself stays, with the reason. */
function relabel(deliveryEvents: readonly DeliveryEvent[], links: Links): DeliveryEvent[] {
  const isMachine = machineEvidence(deliveryEvents, links);
  return deliveryEvents.map((deliveryEvent) => {
    const reason = isMachine(deliveryEvent);
    return reason === null ? deliveryEvent : { ...deliveryEvent, label: 'machine', reason };
  });
}

const byPeople = new Set<DeliveryEvent['kind']>(['opened', 'clicked']);

function markFirsts(deliveryEvents: readonly DeliveryEvent[]): DeliveryEvent[] {
  const seen = new Set<string>();
  return deliveryEvents.map((deliveryEvent) => {
    const counts = !byPeople.has(deliveryEvent.kind) || deliveryEvent.label === 'human';
    const key = `${deliveryEvent.kind} ${deliveryEvent.linkNo ?? ''}`;
    const isFirst = counts && !seen.has(key);
    if (isFirst) seen.add(key);
    return isFirst === deliveryEvent.isFirst ? deliveryEvent : { ...deliveryEvent, isFirst };
  });
}

function standingOptOut(deliveryEvents: readonly DeliveryEvent[]): number | null {
  let since: number | null = null;
  for (const { kind, happenedAt } of deliveryEvents) {
    if (kind === 'unsubscribed') since ??= happenedAt;
    if (kind === 'resubscribed' && since !== null && happenedAt - since <= undoMs) since = null;
  }
  return since;
}
