import type { Campaign } from '@waggle/contracts/campaigns';

/** Where no provider reports deliveries: accepted and not come back. */
export const deliveredOf = ({ sent, delivered, bounced }: Campaign['stats']): { people: number; estimated: boolean } =>
  delivered > 0
    ? { people: delivered, estimated: false }
    : { people: Math.max(0, sent - bounced), estimated: sent > 0 };
