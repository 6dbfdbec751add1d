import { digitsOf } from '@waggle/contracts/money';
import { inertName } from '../inert-name.ts';
import type { Report, Worked } from './report.ts';
import { reportWords } from './words.ts';

type Card = { label: string; value: string; change: string | null; isDown: boolean };
type Line = { name: string; kind: string; result: string; revenue: string };

/** A report in words: the same in the email, in its text part and on its page. */
export type Told = {
  /** The subject. Fixed sentences with numbers, so that nobody can put words of their own into it. */
  finding: string;
  lead: string;
  /** Null where the organization has no clients. */
  client: string | null;
  cards: Card[];
  contacts: { label: string; total: string; from: string; to: string };
  revenue: { label: string; from: string; to: string; last: string } | null;
  worked: { title: string; result: string; revenue: string; lines: Line[] } | null;
};

export function tellReport(report: Report): Told {
  const words = reportWords[report.locale];
  const show = showIn(report);
  const { labels } = words;
  const [first, last] = [report.contacts[0], report.contacts.at(-1)];
  const weeks = report.revenueByWeek;
  return {
    finding: findingOf(report),
    lead: leadOf(report),
    client: clientOf(report),
    cards: cardsOf(report),
    contacts: {
      label: labels.contacts,
      total: show.count(last?.total ?? 0),
      from: show.day(first?.to ?? report.period.from),
      to: show.day(report.period.to),
    },
    revenue: weeks && {
      label: labels.revenueByWeek,
      from: show.day(weeks[0]?.to ?? report.period.from),
      to: show.day(report.period.to),
      last: show.money(weeks.at(-1)?.amount ?? 0),
    },
    worked:
      report.worked.length === 0
        ? null
        : {
            title: labels.worked,
            result: labels.result,
            revenue: labels.revenue,
            lines: report.worked.map((one) => lineOf(report, one)),
          },
  };
}

function clientOf({ client, isAgency, locale }: Report): string | null {
  const words = reportWords[locale];
  if (client !== null) return inertName(client, words.unnamed.client);
  return isAgency ? words.allClients : null;
}

/** Numbers, amounts and days as the reader writes them. */
export function showIn({ locale, currency }: Pick<Report, 'locale' | 'currency'>) {
  const digits = digitsOf(currency);
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay: 'stripIfInteger',
  });
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const change = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  const days = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const dates = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
  return {
    count: (value: number) => value.toLocaleString(locale),
    money: (amount: number) => money.format(amount / 10 ** digits),
    percent: (value: number) => percent.format(value / 100),
    change: (now: number | null, before: number | null) =>
      now === null || before === null || before <= 0 ? null : change.format(now / before - 1),
    day: (day: string) => days.format(Date.parse(day)),
    date: (day: string) => dates.format(Date.parse(day)),
  };
}

/** What came in, or else what was earned, or else what was scanned, each beside the period before; or else what was sent. */
function findingOf(report: Report): string {
  const words = reportWords[report.locale];
  const { count, money } = showIn(report);
  const { newContacts, revenue, scans, frequency } = report;
  const before = words.before[frequency];
  const beside = (text: string, change: number, shown: string, compared: typeof words.compared) => {
    const comparison = change > 0 ? 'more' : change < 0 ? 'less' : 'same';
    return `${text}, ${compared[comparison](shown, before)}`;
  };
  const counted = ({ value, before: then }: { value: number; before: number }, text: string) =>
    beside(text, value - then, count(Math.abs(value - then)), words.compared);
  if (newContacts.value > 0) return counted(newContacts, words.contacts(newContacts.value, count(newContacts.value)));
  if (revenue && revenue.value > 0) {
    const change = revenue.value - revenue.before;
    return beside(words.revenue(money(revenue.value)), change, money(Math.abs(change)), words.comparedMoney);
  }
  if (scans.value > 0) return counted(scans, words.scans(scans.value, count(scans.value)));
  if (report.campaigns > 0) return words.campaigns(report.campaigns, count(report.campaigns));
  return words.nothing[frequency];
}

function leadOf(report: Report): string {
  const words = reportWords[report.locale];
  const { day, money } = showIn(report);
  const { frequency, period, revenue, worked } = report;
  const span = words.period[frequency](day(period.from), day(period.to));
  const [best] = worked;
  if (!best || !revenue || revenue.value <= 0) return span;
  return `${span} ${words.brought(nameOf(report, best), money(best.revenue), money(revenue.value))}`;
}

function cardsOf(report: Report): Card[] {
  const { labels } = reportWords[report.locale];
  const { count, money, percent, change } = showIn(report);
  const { newContacts, emailOpenRate, scans, revenue } = report;
  const card = (label: string, value: string, now: number | null, before: number | null): Card => ({
    label,
    value,
    change: change(now, before),
    isDown: now !== null && before !== null && now < before,
  });
  const rate = emailOpenRate.value;
  return [
    card(labels.newContacts, count(newContacts.value), newContacts.value, newContacts.before),
    card(labels.emailOpenRate, rate === null ? '–' : percent(rate), rate, emailOpenRate.before),
    card(labels.scans, count(scans.value), scans.value, scans.before),
    card(
      labels.revenue,
      revenue === null ? '–' : money(revenue.value),
      revenue?.value ?? null,
      revenue?.before ?? null,
    ),
  ];
}

/** A mail program makes a link of a name that looks like an address; readers outside the team must not be led anywhere by one. */
const nameOf = ({ locale }: Report, { kind, name }: Worked): string =>
  inertName(name, reportWords[locale].unnamed[kind]);

function lineOf(report: Report, one: Worked): Line {
  const { kinds, results } = reportWords[report.locale];
  const { count, money, percent, day } = showIn(report);
  const result = one.result;
  return {
    name: nameOf(report, one),
    kind: one.kind === 'campaign' ? kinds.campaign(one.sentOn === null ? null : day(one.sentOn)) : kinds[one.kind],
    result:
      result === null
        ? '–'
        : one.kind === 'campaign'
          ? results.campaign(percent(result))
          : results[one.kind](result, count(result)),
    revenue: money(one.revenue),
  };
}
