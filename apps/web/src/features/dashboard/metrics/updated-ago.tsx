import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import { lookAgainMs, metricsQuery } from './queries.ts';

/** Milliseconds between two changes of the words; each second would draw the eye. */
const tickMs = 3_000;

/** How old the figures are, left of everything else at the end of the header. Nobody is told aloud: it would never end. */
export function UpdatedAgo() {
  const { dataUpdatedAt } = useQuery(metricsQuery);
  const { text, isFresh } = useUpdated(dataUpdatedAt);
  if (dataUpdatedAt === 0) return null;
  return (
    <p className="-order-1 flex items-center gap-2 text-xs whitespace-nowrap text-muted max-md:hidden">
      <span
        aria-hidden
        className={cx('size-2 rounded-full', isFresh ? 'bg-success ring-2 ring-success-soft' : 'bg-faint')}
      />
      {text}
    </p>
  );
}

/** When figures were last read, in words that change by themselves. */
export function useUpdated(dataUpdatedAt: number): { text: string; isFresh: boolean } {
  const { t } = useTranslation('dashboard');
  const passed = useNow() - dataUpdatedAt;
  return { text: words(t, passed), isFresh: passed < 2 * lookAgainMs };
}

/** Figures that came since the last tick are younger than nothing. */
function words(t: TFunction<'dashboard'>, passed: number): string {
  const seconds = Math.round(passed / 1_000);
  if (seconds < tickMs / 1_000) return t('metrics.updatedNow');
  if (seconds < 60) return t('metrics.updatedSeconds', { seconds });
  return t('metrics.updatedMinutes', { minutes: Math.floor(seconds / 60) });
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
