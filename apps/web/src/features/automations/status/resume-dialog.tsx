import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Time } from '#lib/time.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose } from '#ui/dialog.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { useUiText } from '#ui/ui-text.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { useStatusMove } from './use-status-move.ts';

/** Asks what becomes of those who were due while it stood still. */
export function ResumeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('automation-editor');
  const text = useUiText();
  const { automation } = useEditor();
  const [overdue, setOverdue] = useState<'shift' | 'go-on'>('shift');
  const { move, isPending } = useStatusMove(onClose);
  const { holdReason, pausedAt, inside, name } = automation;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('status.ask.live.title', { name })}
      description={
        pausedAt && (
          <>
            {t(holdReason === null ? 'status.pausedSince' : 'status.heldSince')} <Time at={pausedAt} />
          </>
        )
      }
      footer={
        <>
          <DialogClose>
            <Button>{text.cancel}</Button>
          </DialogClose>
          <Button variant="primary" busy={isPending} onClick={() => move({ status: 'live', overdue })} data-autofocus>
            {t('status.resume')}
          </Button>
        </>
      }
    >
      {pausedAt === null ? (
        // Only its emails stood still: people went on.
        <p className="text-sm text-muted">{t('status.emailsWait')}</p>
      ) : (
        <>
          {inside === 0 ? (
            <p className="text-sm text-muted">{t('status.nobodyWaits')}</p>
          ) : (
            <RadioCards
              legend={t('status.overdue.legend')}
              columns={1}
              value={overdue}
              onValueChange={setOverdue}
              options={[
                { value: 'shift', label: t('status.overdue.shift'), description: t('status.overdue.shiftHint') },
                { value: 'go-on', label: t('status.overdue.goOn'), description: t('status.overdue.goOnHint') },
              ]}
            />
          )}
          <p className="mt-3 text-sm text-muted">{t('status.overdue.queued')}</p>
        </>
      )}
    </Dialog>
  );
}
