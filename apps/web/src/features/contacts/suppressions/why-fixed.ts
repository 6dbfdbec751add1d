import type { SuppressionReason } from '@waggle/contracts/suppressions';
import { useTranslation } from 'react-i18next';

/** Why a suppression cannot be lifted, or undefined where it can: the team's own word and a bounce may be taken back. */
export function useWhyFixed() {
  const { t } = useTranslation('contacts-import');
  return (reason: SuppressionReason): string | undefined =>
    reason === 'manual' || reason === 'bounced' ? undefined : t(`suppressed.fixed.${reason}`);
}
