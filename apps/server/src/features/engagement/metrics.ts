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
  /** Of an organization or a client as a whole, most written by triggers (migration 0064). */
  total: {
    /** Contacts that exist, by when they came. */
    contactsCreated: 40,
    /** One more when somebody comes, one less when somebody is deleted: how many there were is how many there are less this. */
    contactsChange: 41,
    /** Who can be mailed from then on, and who not any more. */
    contactsJoined: 42,
    contactsLeft: 43,
    activeFormsChange: 44,
    activeCampaignsChange: 45,
    /** What was paid less what was given back, in the smallest unit of the organization's currency, by when it was bought. */
    revenue: 60,
    purchases: 61,
    /** Emails of campaigns that a person opened, by the hour of the organization's clock in which that was first; written where delivery events are. */
    firstOpens: 62,
  },
  /** Of emails that a mail server took, by the quarter of an hour in which it did; written where campaigns fold their cohorts. */
  sentEmail: {
    sent: 50,
    /** As reported; of a campaign of which nothing is reported, sent and not come back. */
    delivered: 51,
    /** By people, as all of these. */
    opened: 52,
    clicked: 53,
    bounced: 54,
    /** The part of `delivered` that nobody reported. */
    estimated: 55,
  },
} as const;

type Numbers<Kind> = Kind[keyof Kind];
export type ScanMetric = Numbers<typeof metric.scan>;
export type EmailMetric = Numbers<typeof metric.email>;
export type TotalMetric = Numbers<typeof metric.total> | Numbers<typeof metric.sentEmail> | ScanMetric;
export type Metric = ScanMetric | EmailMetric;
