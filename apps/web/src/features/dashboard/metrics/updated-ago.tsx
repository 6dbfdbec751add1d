import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import { lookAgainMs, metricsQuery } from './queries.ts';

/** Milliseconds between two changes of the words; each second would draw the eye. */
const tickMs = 3_000;

/** How old the figures are, left of everything else at the end of the header. Nobody is told aloud: it would never end. */
export function UpdatedAgo() {
  const { t } = useTranslation('dashboard');
  const { dataUpdatedAt } = useQuery(metricsQuery);
  const passed = useNow() - dataUpdatedAt;
  if (dataUpdatedAt === 0) return null;
  const seconds = Math.max(0, Math.round(passed / 1_000));
  const isFresh = passed < 2 * lookAgainMs;
  return (
    <p className="-order-1 flex items-center gap-2 text-xs whitespace-nowrap text-muted max-md:hidden">
      <span
        aria-hidden
        className={cx('size-1.5 rounded-full', isFresh ? 'bg-success ring-3 ring-success-soft' : 'bg-faint')}
      />
      {seconds < 60
        ? t('metrics.updatedSeconds', { seconds })
        : t('metrics.updatedMinutes', { minutes: Math.floor(seconds / 60) })}
    </p>
  );
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  // A render between two ticks, when new figures came.
  return Math.max(now, 0);
}
