import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose } from '#ui/dialog.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { toast } from '#ui/toast-store.ts';
import { useUiText } from '#ui/ui-text.tsx';
import { useSettleUncertain } from './queries.ts';

type SettleDialogProps = { campaignId: string; people: number; onClose: () => void };

/** A person says what became of emails whose answer never came: guessing would send some twice. */
export function SettleDialog({ campaignId, people, onClose }: SettleDialogProps) {
  const { t } = useTranslation('campaign-report');
  const format = useFormat();
  const text = useUiText();
  const settle = useSettleUncertain(campaignId);
  const [as, setAs] = useState<'accepted' | 'failed'>('accepted');
  const confirm = () =>
    runMutation(settle, as, {
      onSuccess: (settled) => {
        onClose();
        toast({ tone: 'success', title: t('settle.done', { count: settled, shown: format.number(settled) }) });
      },
      onError: (error) => {
        onClose();
        toast({ tone: 'error', title: t('settle.failed'), description: problemText(error) });
      },
    });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('settle.title', { count: people, shown: format.number(people) })}
      description={t('settle.text')}
      footer={
        <>
          <DialogClose>
            <Button>{text.cancel}</Button>
          </DialogClose>
          <Button variant="primary" busy={settle.isPending} onClick={confirm}>
            {t('settle.confirm')}
          </Button>
        </>
      }
    >
      <RadioCards
        legend={t('settle.legend')}
        look="list"
        value={as}
        onValueChange={(value) => setAs(value === 'failed' ? 'failed' : 'accepted')}
        options={[
          { value: 'accepted', label: t('settle.accepted'), description: t('settle.acceptedText') },
          { value: 'failed', label: t('settle.asFailed'), description: t('settle.asFailedText') },
        ]}
      />
    </Dialog>
  );
}
