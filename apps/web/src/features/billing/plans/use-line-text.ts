import { activeFormLimits, contactLimits, type PlanLine, type Tier } from '@waggle/contracts/plans';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';

/** A line of a plan's list, with the limit of the plan where it has one. */
export function useLineText(): (tier: Tier, line: PlanLine) => string {
  const { t } = useTranslation('billing');
  const { number } = useFormat();
  return (tier, line) => {
    if (line === 'contacts') {
      const limit = contactLimits[tier];
      return limit === null ? t('lines.contactsUnlimited') : t('lines.contacts', { limit: number(limit) });
    }
    if (line === 'forms') {
      const limit = activeFormLimits[tier];
      return limit === null ? t('lines.formsUnlimited') : t('lines.forms', { count: limit });
    }
    return t(`lines.${line}`);
  };
}
