/** A figure of the period and of the period before; null where it has no base. */
type Figure<Value = number> = { value: Value; before: Value };

/** What brought revenue: the result is a campaign's open rate in percent, a code's scans or a form's submissions. */
export type Worked = {
  kind: 'campaign' | 'code' | 'form';
  name: string;
  result: number | null;
  /** The day of a campaign. */
  sentOn: string | null;
  revenue: number;
};

/** A report as it was when it was made, in numbers and days of the organization's calendar. Amounts are in the smallest unit. */
export type Report = {
  frequency: 'weekly' | 'monthly';
  locale: 'en' | 'es' | 'fr';
  currency: string;
  period: { from: string; to: string };
  /** Whose figures they are; null is all of the organization. */
  client: string | null;
  /** Whether the organization has clients at all. */
  isAgency: boolean;
  newContacts: Figure;
  emailOpenRate: Figure<number | null>;
  scans: Figure;
  /** Null before anything was ever bought. */
  revenue: Figure | null;
  /** Campaigns whose sending began in the period. */
  campaigns: number;
  /** How many contacts there were at the end of each of twelve weeks, the last with the period's end. */
  contacts: { to: string; total: number }[];
  /** Of eight weeks; null before anything was ever bought. */
  revenueByWeek: { to: string; amount: number }[] | null;
  worked: Worked[];
};

/** Nothing came in, went out or was bought. */
export const isEmptyReport = ({ newContacts, scans, revenue, campaigns }: Report): boolean =>
  newContacts.value === 0 && scans.value === 0 && campaigns === 0 && (revenue?.value ?? 0) === 0;
