import type { ContactStatus } from '@waggle/contracts/contacts';
import type { SuppressionReason } from '@waggle/contracts/suppressions';

/** Weakest first: what is said again replaces only what is weaker. */
export const reasonsByStrength: readonly SuppressionReason[] = [
  'bounced',
  'manual',
  'unsubscribed',
  'complained',
  'erased',
];
/** The same for what a contact shows; those who can be written to are not in it. */
export const optOutsByStrength: readonly ContactStatus[] = ['bounced', 'unsubscribed', 'complained'];

const shown: Record<SuppressionReason, ContactStatus> = {
  bounced: 'bounced',
  manual: 'unsubscribed',
  unsubscribed: 'unsubscribed',
  complained: 'complained',
  erased: 'unsubscribed',
};
/** The status of a contact whose address is suppressed for this reason. */
export const statusFor = (reason: SuppressionReason): ContactStatus => shown[reason];

export const isOptedOut = (status: string): boolean => optOutsByStrength.includes(status as ContactStatus);

export const strongerStatus = (one: string, other: string): string => (strength(one) >= strength(other) ? one : other);

const strength = (status: string): number => optOutsByStrength.indexOf(status as ContactStatus);
