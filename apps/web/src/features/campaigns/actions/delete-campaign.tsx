import type { CampaignSummary } from '@waggle/contracts/campaigns';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast-store.ts';
import { useDeleteCampaign } from '../queries.ts';

type DeleteCampaignProps = {
  campaign: CampaignSummary;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
};

export function DeleteCampaign({ campaign, onClose, onDeleted }: DeleteCampaignProps) {
  const { t } = useTranslation('campaigns');
  const format = useFormat();
  const remove = useDeleteCampaign();
  const { id, name, stats } = campaign;
  const confirm = () =>
    runMutation(remove, id, {
      onSuccess: () => {
        onClose();
        onDeleted?.();
        toast({ tone: 'success', title: t('done.deleted'), description: name });
      },
      onError: (error) => {
        onClose();
        toast({ tone: 'error', title: t('failures.delete'), description: problemText(error) });
      },
    });
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('delete.title', { name })}
      confirmLabel={t('delete.confirm')}
      onConfirm={confirm}
      busy={remove.isPending}
      busyLabel={t('delete.busy')}
    >
      {stats.sent > 0 ? t('delete.sent', { count: stats.sent, shown: format.number(stats.sent) }) : t('delete.unsent')}
    </Confirm>
  );
}
