import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/badge.tsx';

export function StatusBadge({ isActive }: { isActive: boolean }) {
  const { t } = useTranslation('links');
  return <Badge tone={isActive ? 'success' : 'neutral'}>{t(isActive ? 'active' : 'inactive')}</Badge>;
}
