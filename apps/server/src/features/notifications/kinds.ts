import type { NotificationKind } from '@waggle/contracts/notifications';
import type { Right } from '@waggle/contracts/rights';

/** The right without which a person is not told, and no longer shown what they were told before. */
const rights: Record<NotificationKind, Right | null> = {
  'campaign-held': 'campaigns:read',
  'campaign-failing': 'campaigns:read',
  'campaign-finished': 'campaigns:read',
  'form-emails-held': 'forms:read',
  domain: 'sending:read',
  'host-stopped': 'sending:manage',
  'import-finished': 'contacts:write',
  'automation-note': 'contacts:read',
  'new-sign-in': null,
  'plan-nearly-full': 'organization:manage',
};

export const rightOf = (kind: string): Right | null => rights[kind as NotificationKind];
