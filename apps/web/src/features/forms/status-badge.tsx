import type { FormSummary } from '@waggle/contracts/forms';
import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/badge.tsx';

/** Whether people can fill it in: one that was never published is shown to nobody. */
export function StatusBadge({ form }: { form: Pick<FormSummary, 'isActive' | 'version'> }) {
  const { t } = useTranslation('forms');
  const isShown = form.isActive && form.version !== null;
  return <Badge tone={isShown ? 'success' : 'neutral'}>{t(isShown ? 'active' : 'inactive')}</Badge>;
}
