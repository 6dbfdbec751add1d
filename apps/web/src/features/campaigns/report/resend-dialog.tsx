import { useNavigate } from '@tanstack/react-router';
import type { Campaign } from '@waggle/contracts/campaigns';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast-store.ts';
import { editOf } from '../addresses.ts';
import { useResend } from './queries.ts';

type ResendDialogProps = { campaign: Campaign; onClose: () => void };

/** Letters the two names may have. */
const longest = { campaign: 200, segment: 80 };

/** Makes a draft for those who did not open and opens it; nothing is sent yet. */
export function ResendDialog({ campaign, onClose }: ResendDialogProps) {
  const { t } = useTranslation('campaign-report');
  const format = useFormat();
  const navigate = useNavigate();
  const resend = useResend(campaign.id);
  const { name, stats } = campaign;
  const people = Math.max(0, stats.sent - stats.opened);
  const confirm = () =>
    runMutation(
      resend,
      {
        name: t('resend.name', { name }).slice(0, longest.campaign),
        segmentName: t('resend.segment', { name }).slice(0, longest.segment),
      },
      {
        onSuccess: ({ campaignId }) => {
          toast({ tone: 'success', title: t('resend.done'), description: t('resend.doneText') });
          void navigate(editOf(campaignId));
        },
        onError: (error) => {
          onClose();
          toast({ tone: 'error', title: t('resend.failed'), description: problemText(error) });
        },
      },
    );
  return (
    <Confirm
      open
      onOpenChange={onClose}
      variant="primary"
      title={t('resend.title')}
      confirmLabel={t('resend.confirm')}
      onConfirm={confirm}
      busy={resend.isPending}
    >
      <p>{t('resend.people', { count: people, shown: format.number(people) })}</p>
      <p className="mt-1.5">{t('resend.text')}</p>
    </Confirm>
  );
}
