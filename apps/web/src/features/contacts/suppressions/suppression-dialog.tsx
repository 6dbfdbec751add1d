import type { Suppression } from '@waggle/contracts/suppressions';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Time } from '#lib/time.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose } from '#ui/dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { useLiftSuppression } from './queries.ts';
import { ChannelBadge, ReasonBadge, Scope, Source, useAddressName } from './suppression-columns.tsx';
import { useWhyFixed } from './why-fixed.ts';

type SuppressionDialogProps = { suppression: Suppression; onClose: () => void };

/** What is known of one suppression, and its lifting where that is allowed. */
export function SuppressionDialog({ suppression, onClose }: SuppressionDialogProps) {
  const { t } = useTranslation('contacts-import');
  const mayWrite = useHolds('contacts:write');
  const whyFixed = useWhyFixed();
  const lift = useLiftSuppression();
  const { reason } = suppression;
  const address = useAddressName()(suppression);
  const fixed = whyFixed(reason);
  const mayLift = mayWrite && fixed === undefined;
  const onLift = () =>
    runMutation(lift, suppression.id, {
      onSuccess: () => {
        onClose();
        toast({ tone: 'success', title: t('suppressed.lifted', { address }) });
      },
    });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={mayLift ? t('suppressed.liftTitle', { address }) : address}
      footer={
        <>
          <DialogClose>
            <Button>{t(mayLift ? 'cancel' : 'close')}</Button>
          </DialogClose>
          {mayLift && (
            <Button variant="primary" busy={lift.isPending} busyLabel={t('suppressed.lifting')} onClick={onLift}>
              {t('suppressed.lift')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {fixed && <p className="text-sm text-muted">{fixed}</p>}
        {mayLift && (reason === 'manual' || reason === 'bounced') && (
          <p className="text-sm text-muted">{t(`suppressed.liftText.${reason}`)}</p>
        )}
        <dl aria-label={t('suppressed.details')} className="rounded-lg border border-line-strong px-3.5 py-1 text-sm">
          <Fact name={t('suppressed.channel')} value={<ChannelBadge {...suppression} />} />
          <Fact name={t('suppressed.reason')} value={<ReasonBadge {...suppression} />} />
          <Fact name={t('suppressed.source')} value={<Source {...suppression} />} />
          <Fact name={t('suppressed.since')} value={<Time at={suppression.happenedAt} />} />
          <Fact name={t('suppressed.scope')} value={<Scope {...suppression} />} />
        </dl>
        {lift.isError && <Alert tone="danger">{problemText(lift.error)}</Alert>}
      </div>
    </Dialog>
  );
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 border-line py-1 not-first:border-t">
      <dt className="text-muted">{name}</dt>
      <dd className="text-right text-ink">{value}</dd>
    </div>
  );
}
