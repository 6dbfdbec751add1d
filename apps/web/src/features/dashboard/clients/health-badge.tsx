import type { ClientHealth } from '@waggle/contracts/control-room';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '#ui/badge.tsx';

const tones: Record<ClientHealth, BadgeTone> = { 'at-risk': 'danger', watch: 'warning', good: 'success' };

export function HealthBadge({ health }: { health: ClientHealth }) {
  const { t } = useTranslation('control-room');
  return <Badge tone={tones[health]}>{t(`health.${health}`)}</Badge>;
}
