import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Campaign, returnToDraft, updateCampaign } from '@waggle/contracts/campaigns';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { organizationQuery } from '#features/accounts/index.ts';
import { ApiProblem, call } from '#lib/api.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { toast } from '#ui/toast-store.ts';
import { useKeepCampaign, useSendCampaign } from '../queries.ts';
import { useZoneWords } from '../schedule/zone-words.ts';

/** Seconds in which sending can be taken back. The server waits: whoever closes the tab has sent. */
const undoSeconds = 10;

/** Sends, goes back to the list, and offers to take it back. */
export function useSend(campaign: Campaign) {
  const { t } = useTranslation('campaign-builder');
  const format = useFormat();
  const words = useZoneWords();
  const navigate = useNavigate();
  const sending = useSendCampaign();
  const undo = useUndo();
  const organization = useQuery(organizationQuery).data?.timezone ?? 'UTC';
  const zone = campaign.eachZone ? organization : zoneOfDevice();
  const [error, setError] = useState<string>();
  /** Of what was confirmed: what a colleague saves while this is open is not sent unseen. */
  const [version] = useState(campaign.version);

  const send = async () => {
    setError(undefined);
    const isLater = campaign.scheduledAt !== null;
    try {
      const { recipientCount, campaign: sent } = await sending.mutateAsync({
        campaignId: campaign.id,
        version,
        // In each contact's zone it may begin at once, where the time has passed.
        afterSeconds: isLater && !campaign.eachZone ? 0 : undoSeconds,
      });
      toast({
        tone: 'success',
        title: t(isLater ? 'scheduled.title' : campaign.emails ? 'sequence.started' : 'sent.title'),
        description: isLater
          ? t('scheduled.text', {
              date: words.date(Date.parse(sent.scheduledAt ?? ''), zone),
            })
          : t(campaign.emails ? 'sequence.startedText' : 'sent.text', {
              count: recipientCount,
              n: format.number(recipientCount),
            }),
        duration: undoSeconds * 1_000,
        action: { label: t('sent.undo'), undo: true, onAction: () => void undo(sent, isLater) },
      });
      void navigate({ to: '/dashboard/campaigns' });
    } catch (failure) {
      const isChanged = failure instanceof ApiProblem && failure.code === 'campaign_changed';
      if (isChanged) setError(`${problemText(failure)} ${t('confirm.changed')}`);
      else setError(failure instanceof ApiProblem ? problemText(failure) : t('sendFailed'));
    }
  };
  return { send, isPending: sending.isPending, error };
}

const zoneOfDevice = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Back to a draft, as it was before Send. */
function useUndo() {
  const { t } = useTranslation('campaign-builder');
  const navigate = useNavigate();
  const keep = useKeepCampaign();
  return async ({ id: campaignId }: Campaign, isLater: boolean) => {
    try {
      const draft = await call(returnToDraft, { params: { campaignId } });
      const isTimed = !isLater && draft.scheduledAt !== null;
      keep(isTimed ? await call(updateCampaign, { params: { campaignId }, body: { scheduledAt: null } }) : draft);
      toast({
        title: t('undone.title'),
        description: t('undone.text'),
        action: {
          label: t('undone.edit'),
          onAction: () => void navigate({ to: '/dashboard/campaigns/$campaignId/edit', params: { campaignId } }),
        },
      });
    } catch (error) {
      toast({ tone: 'error', title: t('undone.failed'), description: problemText(error) });
    }
  };
}
