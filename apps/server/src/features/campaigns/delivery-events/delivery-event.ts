import type { Label } from '#features/engagement/index.ts';

/** What happened to one mail of a campaign, as `engagement_events` keeps it. */
export type DeliveryEvent = {
  /** That of the event, or made from the provider's own words, so that the same news is the same event. */
  id: string;
  kind: 'opened' | 'clicked' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'unsubscribed' | 'resubscribed';
  sendId: string;
  /** Of a click. */
  linkNo: number | null;
  happenedAt: number;
  label: Label;
  reason: string;
  ruleVersion: number;
  visitor: Buffer | null;
  device: string;
  country: string | null;
  /** The first of its kind that counts: of a person, for this mail, and for a click this link of it. */
  isFirst: boolean;
};

export const hardBounce = 'hard-bounce';
export const softBounce = 'soft-bounce';

/** Of what a mail server or a person says about a mail without being looked at by the rules for machines. */
export const reported = { ruleVersion: 0, visitor: null, device: 'other', country: null, isFirst: false } as const;

/** By time; what happened in the same millisecond has an order too, and always the same. */
export const inOrder = (one: DeliveryEvent, other: DeliveryEvent): number =>
  one.happenedAt - other.happenedAt || (one.id < other.id ? -1 : Number(one.id > other.id));
