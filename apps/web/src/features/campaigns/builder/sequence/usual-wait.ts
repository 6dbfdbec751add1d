import type { Duration } from '@waggle/contracts/automation-document';

/** Between two emails, until somebody chooses another. */
export const usualWait: Duration = { amount: 3, unit: 'days' };
