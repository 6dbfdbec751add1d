import type { CampaignSummary } from '@waggle/contracts/campaigns';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast-store.ts';
import { hasNotStarted, progressOf } from '../phase.ts';
import { useCancelCampaign } from '../queries.ts';

type CancelCampaignProps = { campaign: CampaignSummary; onClose: () => void };

/** For good, so it says who still would have got it. */
export function CancelCampaign({ campaign, onClose }: CancelCampaignProps) {
  const { t } = useTranslation('campaigns');
  const format = useFormat();
  const cancel = useCancelCampaign();
  const { queued } = progressOf(campaign);
  const confirm = () =>
    runMutation(cancel, campaign.id, {
      onSuccess: () => {
        onClose();
        toast({ tone: 'success', title: t('done.cancelled'), description: campaign.name });
      },
      onError: (error) => {
        onClose();
        toast({ tone: 'error', title: t('failures.update'), description: problemText(error) });
      },
    });
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('cancel.title', { name: campaign.name })}
      confirmLabel={t('cancel.confirm')}
      cancelLabel={t('cancel.keep')}
      onConfirm={confirm}
      busy={cancel.isPending}
      busyLabel={t('cancel.busy')}
    >
      {hasNotStarted(campaign)
        ? t('cancel.unsent')
        : t('cancel.queued', { count: queued, shown: format.number(queued) })}
    </Confirm>
  );
}
