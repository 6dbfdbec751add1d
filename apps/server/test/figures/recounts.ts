import { contactStatuses } from '@waggle/contracts/contacts';
import type { FigureName } from '@waggle/contracts/metrics';
import { lastMonthSoFar } from '../../src/features/dashboard/periods.ts';
import { addDays, daysBetween } from '../../src/features/engagement/calendar.ts';
import type { RawRows } from './raw-rows.ts';

export type PeriodName = '7d' | '30d' | '90d' | 'all';
export type Question = {
  raw: RawRows;
  timezone: string;
  now: number;
  period: PeriodName;
  clients: readonly string[];
  /** Of the period, where they do not follow from the rows. */
  days?: Days;
};
/** Of a list, the figure of the item with the id. */
export type Count = (question: Question, id: string) => unknown;

/** A calendar is slow to make, and a moment is asked for in many figures. */
const calendars = new Map<string, Intl.DateTimeFormat>();
const known = new Map<string, string>();
export function dayOf(timezone: string, at: number): string {
  const key = `${timezone} ${at}`;
  const day = known.get(key);
  if (day !== undefined) return day;
  const calendar = calendars.get(timezone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: timezone });
  calendars.set(timezone, calendar);
  known.set(key, calendar.format(at));
  return dayOf(timezone, at);
}

export const share = (part: number, whole: number) => (whole > 0 ? (part / whole) * 100 : null);
const growth = (now: number | null, then: number | null) =>
  now === null || then === null || then <= 0 ? null : (now / then - 1) * 100;
const isMailable = ({ status }: { status: string }) => status === 'active' || status === 'lead';

type Days = { from: string; to: string };
const lengths = { '7d': 7, '30d': 30, '90d': 90 } as const;

export function daysOf({ raw, timezone, now, period, days }: Question): { days: Days; before: Days | null } {
  if (days) return { days, before: null };
  const to = dayOf(timezone, now);
  if (period !== 'all') {
    const from = addDays(to, 1 - lengths[period]);
    return { days: { from, to }, before: { from: addDays(from, -lengths[period]), to: addDays(from, -1) } };
  }
  const moments = [
    ...[...raw.contacts, ...raw.deleted].map(({ created }) => created),
    ...raw.campaigns.map(({ began }) => began),
    ...raw.codes.flatMap(({ scans }) => scans),
  ];
  return { days: { from: dayOf(timezone, Math.min(now, ...moments)), to }, before: null };
}

export const countIn = ({ timezone }: Question, moments: readonly number[], days: Days): number =>
  moments.filter((at) => isIn(timezone, at, days)).length;
export const isIn = (timezone: string, at: number, { from, to }: Days): boolean => {
  const day = dayOf(timezone, at);
  return from <= day && day <= to;
};

type Campaign = RawRows['campaigns'][number];
type Emails = Campaign['emails'];

function sumsOf(emails: Emails) {
  const has = (is: (email: Emails[number]) => boolean) => emails.filter(is).length;
  const [reported, bounced] = [has(({ isDelivered }) => isDelivered), has(({ isBounced }) => isBounced)];
  return {
    sent: emails.length,
    delivered: reported > 0 ? reported : emails.length - bounced,
    opened: has(({ isOpened }) => isOpened),
    clicked: has(({ isClicked }) => isClicked),
    bounced,
  };
}
export type Sums = ReturnType<typeof sumsOf>;
const names = ['sent', 'delivered', 'opened', 'clicked', 'bounced'] as const;

export function campaignSums(question: Question, days: Days): Sums {
  const { raw, timezone } = question;
  const sums = raw.campaigns.flatMap(({ began, emails, isStep }) => {
    if (!isStep) return isIn(timezone, began, days) ? sumsOf(emails) : [];
    const isReported = emails.some(({ isDelivered }) => isDelivered);
    const own = emails.filter(({ sent }) => isIn(timezone, sent, days));
    return { ...sumsOf(own), ...(isReported && { delivered: own.filter(({ isDelivered }) => isDelivered).length }) };
  });
  return Object.fromEntries(
    names.map((name) => [name, sums.reduce((total, campaign) => total + campaign[name], 0)]),
  ) as Sums;
}

/** Of the emails that left at such a moment; whether deliveries are reported is known of whole campaigns. */
function openRateOf({ raw }: Question, left: (at: number) => boolean): number | null {
  let [opened, delivered] = [0, 0];
  for (const { emails } of raw.campaigns) {
    const isReported = emails.some(({ isDelivered }) => isDelivered);
    const own = emails.filter(({ sent }) => left(sent));
    opened += own.filter(({ isOpened }) => isOpened).length;
    delivered += own.filter(({ isDelivered, isBounced }) => (isReported ? isDelivered : !isBounced)).length;
  }
  return share(opened, delivered);
}

const monthRate = (question: Question) => {
  const month = dayOf(question.timezone, question.now).slice(0, 7);
  return openRateOf(question, (at) => dayOf(question.timezone, at).startsWith(month));
};
const lastMonth = ({ timezone, now }: Question) => lastMonthSoFar(timezone, now);

const sum =
  (name: keyof Sums): Count =>
  (question) =>
    campaignSums(question, daysOf(question).days)[name];
const sumBefore =
  (name: keyof Sums): Count =>
  (question) => {
    const { before } = daysOf(question);
    return before ? campaignSums(question, before)[name] : undefined;
  };
const each =
  (pick: (sums: Sums) => unknown): Count =>
  ({ raw }, id) =>
    pick(sumsOf(raw.campaigns.find((campaign) => campaign.id === id)!.emails));
export const rateOf = ({ opened, delivered }: Sums) => share(opened, delivered);

const scansIn = (question: Question, days: Days | null): number | null =>
  days &&
  countIn(
    question,
    question.raw.codes.flatMap(({ scans }) => scans),
    days,
  );

/** How many contacts there were when a moment had not come yet. */
export const contactsBefore = ({ raw }: Question, isBefore: (at: number) => boolean) =>
  raw.contacts.filter(({ created }) => isBefore(created)).length +
  raw.deleted.filter(({ created, at }) => isBefore(created) && !isBefore(at)).length;

const last30 = ({ timezone, now }: Question) => {
  const today = dayOf(timezone, now);
  return daysBetween(addDays(today, -29), today);
};

const movesIn = (question: Question, by: 1 | -1) =>
  countIn(
    question,
    question.raw.moves.filter((move) => move.by === by).map(({ at }) => at),
    daysOf(question).days,
  );

/** Every figure, the slow and obvious way. Forms and active campaigns are switched on while the test runs: before, there were none. */
const isThisMonth = ({ timezone, now }: Question, at: number): boolean =>
  dayOf(timezone, at).slice(0, 7) === dayOf(timezone, now).slice(0, 7);

/** What purchases of some times come to; `before` the first of them. */
function soldOr<Before, Sold>(
  before: Before,
  { raw }: Question,
  count: (sum: (is: (at: number) => boolean) => number) => Sold,
) {
  if (raw.purchases.length === 0) return before;
  return count((is) => raw.purchases.reduce((sum, { at, amount }) => sum + (is(at) ? amount : 0), 0));
}

export const recounts = {
  contacts: ({ raw }) => raw.contacts.length,
  contactsChange: (question) => {
    const { days, before } = daysOf(question);
    if (!before) return null;
    const then = contactsBefore(question, (at) => dayOf(question.timezone, at) < days.from);
    return growth(question.raw.contacts.length, then);
  },
  contactsGrowth: (question) => {
    const { raw } = question;
    const mailable = raw.contacts.filter(isMailable).length;
    const since = raw.moves.filter(({ at }) => at >= lastMonth(question).to).reduce((total, { by }) => total + by, 0);
    return growth(mailable, mailable - since);
  },
  contactsByDay: (question) =>
    last30(question).map((day) => contactsBefore(question, (at) => dayOf(question.timezone, at) <= day)),
  contactsByStatus: ({ raw }) =>
    contactStatuses.map((status) => raw.contacts.filter((contact) => contact.status === status).length),
  contactsCreated: (question) =>
    countIn(
      question,
      question.raw.contacts.map(({ created }) => created),
      daysOf(question).days,
    ),
  contactsCreatedThisMonth: (question) =>
    question.raw.contacts.filter(({ created }) => isThisMonth(question, created)).length,
  contactsCreatedBefore: (question) => {
    const { before } = daysOf(question);
    return (
      before &&
      countIn(
        question,
        question.raw.contacts.map(({ created }) => created),
        before,
      )
    );
  },
  contactsCreatedByMonth: (question) => {
    const { from, to } = daysOf(question).days;
    const months = [...new Set(daysBetween(from, to).map((day) => day.slice(0, 7)))];
    const inPeriod = question.raw.contacts.filter(({ created }) => isIn(question.timezone, created, { from, to }));
    return months.map(
      (month) => inPeriod.filter((row) => dayOf(question.timezone, row.created).startsWith(month)).length,
    );
  },
  contactsJoined: (question) => movesIn(question, 1),
  contactsLeft: (question) => movesIn(question, -1),

  activeForms: ({ raw }) => raw.activeForms,
  activeFormsGrowth: () => null,
  activeFormsByDay: (question) => last30(question).map((_, at) => (at === 29 ? question.raw.activeForms : 0)),

  emailOpenRate: monthRate,
  emailOpenRateGrowth: (question) => {
    const { from, to } = lastMonth(question);
    return growth(
      monthRate(question),
      openRateOf(question, (at) => at >= from && at < to),
    );
  },
  emailOpenRateByWeek: (question) => {
    const today = dayOf(question.timezone, question.now);
    return Array.from({ length: 8 }, (_, week) => {
      const from = addDays(today, 7 * (week - 8) + 1);
      return openRateOf(question, (at) => isIn(question.timezone, at, { from, to: addDays(from, 6) }));
    });
  },

  campaigns: (question) =>
    countIn(
      question,
      question.raw.campaigns.filter(({ isStep, isSequence }) => !isStep && !isSequence).map(({ began }) => began),
      daysOf(question).days,
    ),
  activeCampaigns: ({ raw }) => raw.campaigns.filter(({ status, isStep }) => status === 'ACTIVE' && !isStep).length,
  activeCampaignsChange: () => null,
  campaignOpenRate: (question) => rateOf(campaignSums(question, daysOf(question).days)),
  campaignClickRate: (question) => {
    const { clicked, delivered } = campaignSums(question, daysOf(question).days);
    return share(clicked, delivered);
  },
  campaignOpenRateChange: (question) => {
    const { days, before } = daysOf(question);
    return before && growth(rateOf(campaignSums(question, days)), rateOf(campaignSums(question, before)));
  },
  sent: sum('sent'),
  delivered: sum('delivered'),
  opened: sum('opened'),
  clicked: sum('clicked'),
  bounced: sum('bounced'),
  sentBefore: sumBefore('sent'),
  deliveredBefore: sumBefore('delivered'),
  openedBefore: sumBefore('opened'),
  clickedBefore: sumBefore('clicked'),
  bouncedBefore: sumBefore('bounced'),
  sentEach: each(({ sent }) => sent),
  deliveredEach: each(({ delivered }) => delivered),
  openedEach: each(({ opened }) => opened),
  clickedEach: each(({ clicked }) => clicked),
  bouncedEach: each(({ bounced }) => bounced),
  openRateEach: each(rateOf),
  clickRateEach: each(({ clicked, delivered }) => share(clicked, delivered)),

  codes: ({ raw }) => raw.codes.length,
  scans: (question) => scansIn(question, daysOf(question).days),
  scansThisMonth: (question) =>
    question.raw.codes.flatMap(({ scans }) => scans).filter((at) => isThisMonth(question, at)).length,
  scansChange: (question) => {
    const { days, before } = daysOf(question);
    return growth(scansIn(question, days), scansIn(question, before));
  },
  scansEach: (question, id) =>
    countIn(question, question.raw.codes.find((code) => code.id === id)!.scans, daysOf(question).days),
  scansEachByDay: (question, id) => {
    const { scans } = question.raw.codes.find((code) => code.id === id)!;
    return last30(question).map((day) => countIn(question, scans, { from: day, to: day }));
  },

  revenue: (question) => soldOr(null, question, (sum) => sum((at) => isThisMonth(question, at))),
  revenueOfPeriod: (question) =>
    soldOr(0, question, (sum) => sum((at) => isIn(question.timezone, at, daysOf(question).days))),
  revenueGrowth: (question) => {
    const { from, to } = lastMonth(question);
    return soldOr(null, question, (sum) =>
      growth(
        sum((at) => isThisMonth(question, at)),
        sum((at) => at >= from && at < to),
      ),
    );
  },
  revenueTrend: (question) => {
    const today = dayOf(question.timezone, question.now);
    return soldOr([], question, (sum) =>
      Array.from({ length: 8 }, (_, week) => {
        const from = addDays(today, 7 * (week - 8) + 1);
        return sum((at) => isIn(question.timezone, at, { from, to: addDays(from, 6) }));
      }),
    );
  },
} satisfies Partial<Record<FigureName, Count>>;
