import type { EmailChange } from '@waggle/contracts/email-change';
import { isConfirmed } from './email-change.ts';
import type { EmailChangeRow } from './queries.ts';

export const presentPending = (row: EmailChangeRow | undefined) => ({ pending: row ? presentEmailChange(row) : null });

export const presentEmailChange = (row: EmailChangeRow): EmailChange => ({
  email: row.new_email,
  oldConfirmed: isConfirmed(row, 'old'),
  newConfirmed: isConfirmed(row, 'new'),
  expiresAt: row.expires_at.toISOString(),
});
