import { useTranslation } from 'react-i18next';
import { shownZone, useShownZone } from './shown-zone.ts';

const day = 24 * 60 * 60 * 1000;
const tags: Record<string, string> = { en: 'en-US', es: 'es', fr: 'fr' };

export type Format = ReturnType<typeof createFormat>;

const made = new Map<string, Format>();

/** Numbers and dates of one language and zone. Making Intl objects is slow, so each is made once. */
export function formatOf(locale: string, zone = shownZone()): Format {
  const key = `${locale} ${zone}`;
  const known = made.get(key);
  if (known) return known;
  const format = createFormat(tags[locale] ?? 'en-US', zone);
  made.set(key, format);
  return format;
}

/** In the zone of the person; schedules give that of the organization. */
export function useFormat(zone?: string): Format {
  const { i18n } = useTranslation();
  const shown = useShownZone();
  return formatOf(i18n.language, zone ?? shown);
}

function createFormat(tag: string, timeZone: string | undefined) {
  const number = new Intl.NumberFormat(tag);
  const date = new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'short', day: 'numeric', timeZone });
  const monthDay = new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric', timeZone });
  const full = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeStyle: 'short', timeZone });
  const time = new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit', timeZone });
  const list = new Intl.ListFormat(tag);
  const signed = new Intl.NumberFormat(tag, { signDisplay: 'exceptZero' });
  // Days without a time belong to no zone; read as UTC they stay the day they are.
  const dayOfYear = new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'short', timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });
  const dayInFull = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' });

  return {
    number: (value: number) => number.format(value),
    ...createRates(tag),
    /** A day such as 2026-05-08, without its year. */
    day: (on: string) => dayOfYear.format(new Date(on)),
    /** The month of a day, such as May 2026. */
    month: (on: string) => month.format(new Date(on)),
    /** The same with the day of the week: Wed, May 6. */
    weekday: (on: string) => weekday.format(new Date(on)),
    dayInFull: (on: string) => dayInFull.format(new Date(on)),
    date: (instant: string) => date.format(new Date(instant)),
    /** The same without its year, for days of the next weeks. */
    monthDay: (instant: string) => monthDay.format(new Date(instant)),
    fullDate: (instant: string) => full.format(new Date(instant)),
    time: (instant: string) => time.format(new Date(instant)),
    /** A change, as +549 or -3. */
    signed: (value: number) => signed.format(value),
    list: (items: string[]) => list.format(items),
    ...createRelative(tag, timeZone, date),
  };
}

function createRelative(tag: string, timeZone: string | undefined, date: Intl.DateTimeFormat) {
  // Swedish writes a day as 2026-05-08.
  const calendar = new Intl.DateTimeFormat('sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone });
  const dayOf = (instant: number) => Date.parse(calendar.format(instant)) / day;
  const within = (style: Intl.RelativeTimeFormatStyle) => {
    const words = new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style });
    return (instant: string, now = Date.now()) => {
      const at = new Date(instant).getTime();
      if (Math.abs(at - now) >= 7 * day) return date.format(at);
      return words.format(...largestUnit(at - now, dayOf(at) - dayOf(now)));
    };
  };
  return {
    /** Relative under 7 days, absolute after. */
    when: within('long'),
    /** The same in few letters, for figures. */
    briefly: within('short'),
  };
}

function createRates(tag: string) {
  const percent = (digits: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, { style: 'percent', ...digits });
  const one = percent({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const two = percent({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const upToOne = percent({ maximumFractionDigits: 1 });
  const whole = percent({ maximumFractionDigits: 0, roundingMode: 'floor' });
  const signed = percent({ minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'always' });
  return {
    /** A part of one, as 83.0%. */
    percent: (part: number) => one.format(part),
    /** A rate as calls answer it, in percent; one that nothing is known of is no zero. */
    rate: (inPercent: number | null) => (inPercent === null ? '–' : one.format(inPercent / 100)),
    /** A rate of which every hundredth counts, as 0.12%. */
    fineRate: (inPercent: number | null) => (inPercent === null ? '–' : two.format(inPercent / 100)),
    /** A limit or a round figure, as 5% or 0.1%. */
    plainRate: (inPercent: number) => upToOne.format(inPercent / 100),
    /** How far something is, as 83%; 100% only when all of it is done. */
    wholePercent: (part: number) => whole.format(part),
    /** A change in percent, as +4.6%; what rounds to nothing is never -0.0%. */
    growth: (change: number) => signed.format((Math.round(change * 10) || 0) / 1_000),
  };
}

/** `days` are those of the calendar: 47 hours ago is the day before yesterday, and yesterday only late in the evening. */
function largestUnit(milliseconds: number, days: number): [number, Intl.RelativeTimeFormatUnit] {
  // What is yet to come is rounded: a link of an hour, sent a second ago, expires in an hour and not in 59 minutes.
  const whole = milliseconds > 0 ? Math.round : Math.trunc;
  const minutes = whole(milliseconds / 60_000);
  if (minutes === 0) return [0, 'second'];
  if (Math.abs(minutes) < 60) return [minutes, 'minute'];
  const hours = whole(minutes / 60);
  // The day that the clocks make 25 hours long.
  if (Math.abs(hours) < 24 || days === 0) return [hours, 'hour'];
  return [days, 'day'];
}
