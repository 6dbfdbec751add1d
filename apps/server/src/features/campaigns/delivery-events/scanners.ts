import type { DeliveryEvent } from './delivery-event.ts';

/** The links of a campaign. */
export type Links = { regular: number; traps: ReadonlySet<number> };

/** Milliseconds in which nobody follows every link of a mail. */
const windowMs = 10_000;
const trapReason = 'trap-link';
const burstReason = 'all-links';

type Evidence = { reason: string; from: number; to: number; visitors: Set<string> };

/**
 * Mail gateways look like browsers, but they follow the link no person sees, or all links at once. Either shows a machine,
 * and with it what came within the same seconds or from the same sender. More delivery events can only add to the evidence, so their
 * order does not matter.
 */
export function machineEvidence(
  deliveryEvents: readonly DeliveryEvent[],
  links: Links,
): (deliveryEvent: DeliveryEvent) => string | null {
  const clicks = deliveryEvents.filter(({ kind }) => kind === 'clicked');
  const evidence = [...traps(clicks, links), ...bursts(clicks, links)];
  if (evidence.length === 0) return () => null;
  return (deliveryEvent) => {
    if (deliveryEvent.kind !== 'clicked' && deliveryEvent.kind !== 'opened') return null;
    // What a rule for single requests has found stands.
    if (deliveryEvent.label === 'machine' && deliveryEvent.reason !== burstReason) return null;
    return evidence.find((each) => covers(each, deliveryEvent))?.reason ?? null;
  };
}

const covers = ({ from, to, visitors }: Evidence, { happenedAt, visitor }: DeliveryEvent): boolean =>
  (happenedAt >= from - windowMs && happenedAt <= to + windowMs) ||
  (visitor !== null && visitors.has(visitor.toString('hex')));

const evidenceOf = (reason: string, clicks: readonly DeliveryEvent[]): Evidence => ({
  reason,
  from: clicks[0]!.happenedAt,
  to: clicks.at(-1)!.happenedAt,
  visitors: new Set(clicks.flatMap(({ visitor }) => (visitor ? [visitor.toString('hex')] : []))),
});

const traps = (clicks: readonly DeliveryEvent[], { traps }: Links): Evidence[] =>
  clicks.filter(({ linkNo }) => linkNo !== null && traps.has(linkNo)).map((click) => evidenceOf(trapReason, [click]));

/** Stretches of ten seconds with a click on every link. With one link there is nothing to tell. */
function bursts(clicks: readonly DeliveryEvent[], { regular, traps }: Links): Evidence[] {
  if (regular < 2) return [];
  const own = clicks.filter(({ linkNo }) => linkNo !== null && !traps.has(linkNo));
  const counts = new Map<number, number>();
  const found: Evidence[] = [];
  let start = 0;
  for (const [end, { linkNo, happenedAt }] of own.entries()) {
    counts.set(linkNo!, (counts.get(linkNo!) ?? 0) + 1);
    for (; own[start]!.happenedAt < happenedAt - windowMs; start += 1) {
      const left = own[start]!.linkNo!;
      const rest = counts.get(left)! - 1;
      if (rest === 0) counts.delete(left);
      else counts.set(left, rest);
    }
    if (counts.size >= regular) found.push(evidenceOf(burstReason, own.slice(start, end + 1)));
  }
  return found;
}
