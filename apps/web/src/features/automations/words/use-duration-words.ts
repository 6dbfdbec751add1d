import type { Duration } from '@waggle/contracts/automation-document';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';

/** A time as people say it: 3 days. */
export function useDurationWords(): (duration: Duration) => string {
  const { t } = useTranslation('automations');
  const { number } = useFormat();
  return ({ amount, unit }) => t(`duration.${unit}`, { count: amount, shown: number(amount) });
}
