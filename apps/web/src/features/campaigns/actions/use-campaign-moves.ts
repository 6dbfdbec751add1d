import type { CampaignSummary } from '@waggle/contracts/campaigns';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { toast } from '#ui/toast-store.ts';
import { useChangeStatus, useDuplicateCampaign, useReturnToDraft } from '../queries.ts';
import type { Question } from './campaign-layers.tsx';

/** What is done at once, without a question: each says in a toast what happened, or what did not and why. */
export function useCampaignMoves() {
  const { t } = useTranslation('campaigns');
  const status = useChangeStatus();
  const copy = useDuplicateCampaign();
  const draft = useReturnToDraft();
  const told = (title: string, description: string) => toast({ tone: 'success', title, description });
  const failed = (title: string) => (error: unknown) =>
    toast({ tone: 'error', title, description: problemText(error) });

  // Not by callbacks of `mutate`: they are forgotten when the menu this was chosen from closes before the answer.
  return {
    busy: busyWith({ copy: copy.isPending, to: status.isPending ? status.variables.status : undefined }),
    pause: ({ id: campaignId, name }: CampaignSummary) =>
      void status
        .mutateAsync({ campaignId, status: 'PAUSED' })
        .then(() => told(t('done.paused'), name), failed(t('failures.update'))),
    /** Complaints and bounces are acknowledged with a reason first. */
    resume: ({ id: campaignId, name, holdReason }: CampaignSummary, onAsk: (what: Question) => void) => {
      if (holdReason === 'complaints' || holdReason === 'bounces') return onAsk('acknowledge');
      void status
        .mutateAsync({ campaignId, status: 'ACTIVE' })
        .then(() => told(t('done.resumed'), name), failed(t('failures.update')));
    },
    duplicate: ({ id }: CampaignSummary) =>
      void copy.mutateAsync(id).then(({ name }) => told(t('done.duplicated'), name), failed(t('failures.duplicate'))),
    toDraft: ({ id, name }: CampaignSummary) =>
      void draft.mutateAsync(id).then(() => told(t('done.draft'), name), failed(t('failures.update'))),
  };
}

function busyWith({
  copy,
  to,
}: {
  copy: boolean;
  to: string | undefined;
}): 'duplicate' | 'pause' | 'resume' | undefined {
  if (copy) return 'duplicate';
  if (to === undefined) return undefined;
  return to === 'PAUSED' ? 'pause' : 'resume';
}
