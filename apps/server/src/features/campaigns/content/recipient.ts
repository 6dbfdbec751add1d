import type { Personal } from '@waggle/email/content/personal';
import type { HashedAddress } from '#platform/tracking/opt-out-token.ts';

export type Recipient = Personal & {
  sendId: string;
  /** Needed where links carry it. */
  hashed?: HashedAddress;
};
