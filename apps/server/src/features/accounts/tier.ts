import type { Tier } from '@waggle/contracts/plans';

/** The tier in force: that of the organization's row, or the highest where no plans are sold. */
export const tierInForce = (stored: string, { sellsNoPlans = false }: { sellsNoPlans?: boolean | undefined }): Tier =>
  sellsNoPlans ? 'system' : (stored as Tier);
