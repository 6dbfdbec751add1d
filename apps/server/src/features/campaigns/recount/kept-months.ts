/** Months the ledger and its delivery events are kept; figures outlive them and must not be recounted from what is gone. */
const keptMonths = 13;

export const firstKeptMonth = (now: Date): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - keptMonths, 1)).toISOString().slice(0, 10);
