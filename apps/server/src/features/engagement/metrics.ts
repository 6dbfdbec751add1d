/**
 * What a number in a roll-up counts, by the kind of its subject. Written into rows: a number is never changed and never used
 * again for something else. A new kind of subject begins at the next multiple of 20.
 */
export const metric = {
  scan: { scans: 1, newVisitors: 2, machine: 3, unsure: 4 },
  email: {
    opens: 20,
    uniqueOpens: 21,
    machineOpens: 22,
    unsureOpens: 23,
    clicks: 24,
    /** Different links of different mails. */
    uniqueClicks: 25,
    machineClicks: 26,
    unsureClicks: 27,
    delivered: 28,
    bounced: 29,
    complained: 30,
    unsubscribed: 31,
  },
} as const;

type Numbers<Kind> = Kind[keyof Kind];
export type ScanMetric = Numbers<typeof metric.scan>;
export type EmailMetric = Numbers<typeof metric.email>;
export type Metric = ScanMetric | EmailMetric;
