import type { ReplyOf } from '@waggle/contracts/endpoint';
import { confirmTwoFactor, type startTwoFactor } from '@waggle/contracts/profile';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Dialog, DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { ProofStep, sentProof } from './proof-step.tsx';
import { useConfirmTwoFactor, useStartTwoFactor } from './queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

type Started = ReplyOf<typeof startTwoFactor>;

/** Password, then the code of the app, then the recovery codes; an app beside passkeys leaves those as they are. */
export function TwoFactorSetup({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const start = useStartTwoFactor();
  const [confirmed, setConfirmed] = useState(false);
  const confirm = () => setConfirmed(true);

  if (!start.data) {
    return (
      <Dialog open onOpenChange={onClose} title={t('setup.title')} description={t('setup.password')}>
        <ProofStep submitLabel={t('setup.continue')} send={(proof) => start.mutateAsync(sentProof(proof))} />
      </Dialog>
    );
  }
  if (!confirmed) {
    return (
      <Dialog open onOpenChange={onClose} title={t('setup.title')} description={t('setup.scan')} size="md">
        <ScanStep started={start.data} onConfirmed={start.data.recoveryCodes.length > 0 ? confirm : onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('setup.doneTitle')}>
      <RecoveryCodes codes={start.data.recoveryCodes} onDone={onClose} />
    </Dialog>
  );
}

function ScanStep({ started, onConfirmed }: { started: Started; onConfirmed: () => void }) {
  const { t } = useTranslation('settings');
  const confirm = useConfirmTwoFactor();
  const form = useContractForm(confirmTwoFactor.body, { defaultValues: { code: '' } });
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  const onSubmit = form.submit(async (typed) => {
    await confirm.mutateAsync(typed);
    onConfirmed();
    toast({ tone: 'success', title: t('setup.on') });
  });
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Secret started={started} />
      <Field label={t('setup.code')} error={form.errorOf('code')}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('code')}
            inputMode="numeric"
            maxLength={6}
            autoComplete="one-time-code"
            className="max-w-40 font-mono"
          />
        )}
      </Field>
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <DialogClose>
          <Button>{t('cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {t('setup.confirm')}
        </Button>
      </DialogFooter>
    </form>
  );
}

function Secret({ started }: { started: Started }) {
  const { t } = useTranslation('settings');
  return (
    <div className="flex flex-wrap items-center gap-5">
      {/* White in both themes: cameras read dark on light only. */}
      <img
        src={started.qrCode}
        alt={t('setup.qrCode')}
        width={176}
        height={176}
        className="rounded-md border border-line-strong bg-white p-2"
      />
      <div className="min-w-0 flex-1 basis-52">
        <p className="text-sm text-muted">{t('setup.byHand')}</p>
        <p className="mt-1 flex items-center gap-1 font-mono text-sm break-all text-ink">
          {started.secret}
          <CopyButton value={started.secret} iconLabel={t('setup.copySecret')} size="sm" />
        </p>
      </div>
    </div>
  );
}
