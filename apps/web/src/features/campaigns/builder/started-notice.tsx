import { useTranslation } from 'react-i18next';
import { Alert } from '#ui/alert.tsx';
import type { DraftKeeper, Kept } from './draft-keeper.ts';

/** Says why nothing can be edited here. */
export function StartedNotice({ kept: { campaign } }: { keeper: DraftKeeper; kept: Kept }) {
  const { t } = useTranslation('campaign-builder');
  if (!campaign || campaign.status === 'DRAFT') return null;
  return <Alert tone="neutral">{t('started.sent')}</Alert>;
}
