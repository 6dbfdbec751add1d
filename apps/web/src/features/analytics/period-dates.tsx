import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import type { Analytics } from './queries.ts';

/** Both ranges by name, so that nobody has to guess what 'last period' was. */
export function PeriodDates({ shown }: { shown: Pick<Analytics, 'period' | 'previous'> | undefined }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  if (!shown) return null;
  const { period, previous } = shown;
  const range = ({ from, to }: Analytics['period']) => t('range', { from: format.day(from), to: format.day(to) });
  return (
    <p className="text-xs text-muted" aria-live="polite">
      {previous
        ? t('against', { period: range(period), previous: range(previous) })
        : t('since', { from: format.dayInFull(period.from) })}
    </p>
  );
}
