import type { InboxEvent } from '#platform/inbox/event.ts';

const window = 10_000;

/**
 * How many different subjects the sender of each event reached in the ten seconds up to it, as far as these events tell.
 * Senders are told apart by address and user agent.
 */
export function burstsIn(events: readonly InboxEvent[]): Map<string, number> {
  const recent = new Map<string, { subjectId: string; at: number }[]>();
  const bursts = new Map<string, number>();
  for (const { id, subjectId, happenedAt: at, signals } of [...events].sort((a, b) => a.happenedAt - b.happenedAt)) {
    const sender = `${signals.address}\n${signals.userAgent ?? ''}`;
    const before = recent.get(sender)?.filter((hit) => hit.at > at - window && hit.subjectId !== subjectId) ?? [];
    before.push({ subjectId, at });
    recent.set(sender, before);
    bursts.set(id, before.length);
  }
  return bursts;
}
