import type { CampaignSummary } from '@waggle/contracts/campaigns';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { translateSentence } from '#lib/i18n.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast-store.ts';
import { useUiText } from '#ui/ui-text.tsx';
import { useChangeStatus } from '../queries.ts';

type AcknowledgeHoldProps = { campaign: CampaignSummary; onClose: () => void };

/** Letters of a reason, as the contract bounds them. */
const reasonLength = { min: 3, max: 300 };

/** Whoever lets it go on although readers complained or emails bounced says why; the report keeps it. */
export function AcknowledgeHold({ campaign, onClose }: AcknowledgeHoldProps) {
  const { t } = useTranslation('campaigns');
  const text = useUiText();
  const change = useChangeStatus();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const hold = campaign.holdReason === 'bounces' ? 'bounces' : 'complaints';
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim().length < reasonLength.min) return setFault(t('acknowledge.short'));
    try {
      await change.mutateAsync({
        campaignId: campaign.id,
        status: 'ACTIVE',
        acknowledge: { hold, reason: reason.trim() },
      });
      onClose();
      toast({ tone: 'success', title: t('done.resumed'), description: campaign.name });
    } catch (error) {
      setFault(problemText(error));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('acknowledge.title', { name: campaign.name })}
      description={campaign.holdMessage && translateSentence(campaign.holdMessage)}
    >
      <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
        <Field label={t('acknowledge.reason')} hint={t('acknowledge.hint')} error={fault} required>
          {(control) => (
            <Textarea
              {...control}
              data-autofocus
              rows={3}
              maxLength={reasonLength.max}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Field>
        <DialogFooter>
          <DialogClose>
            <Button>{text.cancel}</Button>
          </DialogClose>
          <Button type="submit" variant="primary" busy={change.isPending}>
            {t('acknowledge.confirm')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
