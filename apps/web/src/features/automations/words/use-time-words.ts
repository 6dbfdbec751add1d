import type { StepHours, StepOf, Trigger } from '@waggle/contracts/automation-document';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import type { Catalogue } from '../catalogue.ts';

type Until = StepOf<'wait-until'>['until'];
type DateTrigger = Extract<Trigger, { kind: 'date' }>;

/** Days and times of a clock, as the language writes them. */
export function useTimeWords({ fields }: Pick<Catalogue, 'fields'>) {
  const { t, i18n } = useTranslation('automation-editor');
  const format = useFormat('UTC');
  const clock = (time: string): string => format.time(`2026-06-01T${time}:00Z`);
  // June 1, 2026 was a Monday.
  const weekday = (day: number): string =>
    new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, 5, day));
  const days = (list: readonly number[]): string =>
    list.length === 7
      ? t('everyDay')
      : list
          .toSorted((one, other) => one - other)
          .map(weekday)
          .join(', ');
  const fieldName = (key: string): string => fields.find((field) => field.key === key)?.label ?? key;
  const shift = (plusDays: number): string => {
    if (plusDays === 0) return '';
    const count = Math.abs(plusDays);
    return t(plusDays < 0 ? 'daysBefore' : 'daysAfter', { count, shown: format.number(count) });
  };
  const dayOf = (field: string, plusDays: number): string =>
    [shift(plusDays), fieldName(field)].filter(Boolean).join(' ');
  const hours = ({ from, to, days: list }: StepHours): string =>
    t('hours.said', { from: clock(from), to: clock(to), days: days(list) });
  return {
    clock,
    hours,
    fieldName,
    until: (until: Until): string => {
      if (until.kind === 'hours') return hours(until.hours);
      const time = clock(until.time);
      if (until.kind === 'weekday') return t('atTime', { day: days(until.days), time });
      return t('atTime', { day: dayOf(until.field, until.plusDays), time });
    },
    dateTrigger: ({ field, plusDays, time, yearly }: DateTrigger): string =>
      [t('atTime', { day: dayOf(field, plusDays), time: clock(time) }), yearly && t('yearly')]
        .filter(Boolean)
        .join(', '),
  };
}
