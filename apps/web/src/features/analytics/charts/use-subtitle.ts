import { useTranslation } from 'react-i18next';
import { useShownName } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import type { Analytics } from '../queries.ts';

/** Whose figures of which days a file shows; it is read where no screen says it. */
export function useSubtitle(days: Analytics['period'] | undefined): string {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const whose = useShownName();
  if (!days) return whose;
  return `${whose}, ${t('range', { from: format.dayInFull(days.from), to: format.dayInFull(days.to) })}`;
}
