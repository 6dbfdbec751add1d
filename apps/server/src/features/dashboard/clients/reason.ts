import { type AttentionItem, type AttentionKind, attentionKinds } from '@waggle/contracts/control-room';

type WithoutClient<Item> = Item extends AttentionItem ? Omit<Item, 'client' | 'key'> & { clientId: string } : never;

/** Why a client needs attention, with the figures that say so. */
export type Reason = WithoutClient<AttentionItem>;

const placeOf = ({ kind }: { kind: AttentionKind }): number => attentionKinds.indexOf(kind);

/** Worst kind first, and of one kind the newest. */
export const worstFirst = <Item extends { kind: AttentionKind; since: string }>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => placeOf(one) - placeOf(other) || other.since.localeCompare(one.since));

/** The newest of each kind. A hold because of bounces or complaints says what their rate would say again. */
export function withoutRepeats(reasons: readonly Reason[]): Reason[] {
  const seen = new Set<string>(reasons.flatMap((reason) => (reason.kind === 'paused' ? [reason.hold] : [])));
  return worstFirst(reasons).filter(({ kind }) => {
    const isNew = !seen.has(kind);
    seen.add(kind);
    return isNew;
  });
}

/** The people of a campaign to whom that happened. */
export const recipientsOf = (campaignId: string, event: 'bounced' | 'complained'): string =>
  `/dashboard/campaigns/${campaignId}?tab=recipients&event=${event}`;
