import { useTranslation } from 'react-i18next';
import { busiestHour, useWeekWords } from '#features/links/index.ts';
import type { ChartImage } from '#ui/chart-image/chart-image.ts';
import type { ChartTableData } from '#ui/chart-table.tsx';
import type { OpeningHours } from '../queries.ts';
import { useSubtitle } from './use-subtitle.ts';

export const weekdays = [0, 1, 2, 3, 4, 5, 6];
const hours = Array.from({ length: 24 }, (_, hour) => hour);

type Week = {
  /** The hour in which most people open, in a sentence. */
  best: string;
  slot: (weekday: number, hour: number, length: number) => string;
  table: ChartTableData;
  image: ChartImage;
};

/** When people open, as words, as a table and as a file; undefined while nobody did. */
export function useOpeningHours(shown: OpeningHours | undefined): Week | undefined {
  const { t } = useTranslation('analytics');
  const words = useWeekWords();
  const subtitle = useSubtitle(shown?.period);
  const busiest = shown && busiestHour(shown.week);
  if (!shown || !busiest) return undefined;
  const { week, timezone } = shown;
  const slot = (weekday: number, hour: number, length: number) =>
    t('hours.slot', { weekday: words.weekday(weekday), from: words.hour(hour), to: words.hour((hour + length) % 24) });
  const best = t('hours.best', { slot: slot(busiest.weekday, busiest.hour, 1), zone: words.zone(timezone) });
  return {
    best,
    slot,
    table: {
      columns: [t('hours.hour'), ...weekdays.map(words.shortWeekday)],
      rows: hours.map((hour) => [words.hour(hour), ...weekdays.map((weekday) => week[weekday]?.[hour] ?? 0)]),
    },
    image: {
      title: t('hours.title'),
      subtitle,
      footnote: best,
      drawing: { kind: 'grid', rows: weekdays.map(words.weekday), columns: hours.map(words.hour), values: week },
    },
  };
}
