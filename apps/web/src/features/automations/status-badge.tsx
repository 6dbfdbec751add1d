import type { AutomationSummary } from '@waggle/contracts/automations';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '#ui/badge.tsx';

const tones: Record<AutomationSummary['status'], BadgeTone> = {
  draft: 'neutral',
  live: 'success',
  paused: 'warning',
  closing: 'info',
  ended: 'neutral',
};

/** One that is held stands still, whatever it was told. */
export function StatusBadge({ automation }: { automation: Pick<AutomationSummary, 'status' | 'holdReason'> }) {
  const { t } = useTranslation('automations');
  const { status, holdReason } = automation;
  if (status === 'live' && holdReason !== null) return <Badge tone="danger">{t('held')}</Badge>;
  return <Badge tone={tones[status]}>{t(`statuses.${status}`)}</Badge>;
}
