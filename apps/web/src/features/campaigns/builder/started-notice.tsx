import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import { RescheduleCampaign } from '../actions/reschedule-campaign.tsx';
import { hasNotStarted } from '../phase.ts';
import { useReturnToDraft } from '../queries.ts';
import type { DraftKeeper, Kept } from './draft-keeper.ts';

type StartedNoticeProps = { keeper: DraftKeeper; kept: Kept };

/** Says why nothing can be edited here, and offers to take back or move what has not started. */
export function StartedNotice({ keeper, kept: { campaign } }: StartedNoticeProps) {
  const { t } = useTranslation('campaign-builder');
  const maySend = useHolds('campaigns:send');
  const draft = useReturnToDraft();
  const [moving, setMoving] = useState(false);
  if (!campaign || campaign.status === 'DRAFT') return null;
  if (!hasNotStarted(campaign)) return <Alert tone="neutral">{t('started.sent')}</Alert>;
  const takeBack = async () => {
    try {
      // The answer is in the cache already, and may have been taken in from there with what was unsaved.
      keeper.notice(await draft.mutateAsync(campaign.id));
      toast({ tone: 'success', title: t('started.moved') });
    } catch (error) {
      toast({ tone: 'error', title: t('undone.failed'), description: problemText(error) });
    }
  };
  return (
    <>
      <Alert
        tone="neutral"
        action={
          maySend && (
            <>
              <Button size="sm" onClick={() => setMoving(true)}>
                {t('schedule.move')}
              </Button>
              <Button size="sm" busy={draft.isPending} onClick={() => void takeBack()}>
                {t('started.toDraft')}
              </Button>
            </>
          )
        }
      >
        {t('started.scheduled')}
      </Alert>
      {moving && <RescheduleCampaign campaign={campaign} onClose={() => setMoving(false)} />}
    </>
  );
}
