import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '#features/accounts/index.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { BothFactorsStep } from './both-factors-step.tsx';
import { useDisableTwoFactor, useRenewRecoveryCodes } from './queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TwoFactorSetup } from './two-factor-setup.tsx';

type Layer = 'setup' | 'renew' | 'disable';

export function TwoFactor() {
  const { t } = useTranslation('settings');
  const { twoFactorEnabled } = useUser();
  const [layer, setLayer] = useState<Layer>();
  const close = () => setLayer(undefined);
  return (
    <Card
      title={t('twoFactor.title')}
      description={t('twoFactor.text')}
      aside={
        <Badge tone={twoFactorEnabled ? 'success' : 'neutral'}>
          {t(twoFactorEnabled ? 'twoFactor.on' : 'twoFactor.off')}
        </Badge>
      }
    >
      <div className="flex flex-wrap gap-2">
        {twoFactorEnabled ? (
          <>
            <Button onClick={() => setLayer('renew')}>{t('twoFactor.renew')}</Button>
            <Button onClick={() => setLayer('disable')}>{t('twoFactor.disable')}</Button>
          </>
        ) : (
          <Button onClick={() => setLayer('setup')}>{t('twoFactor.enable')}</Button>
        )}
      </div>
      {layer === 'setup' && <TwoFactorSetup onClose={close} />}
      {layer === 'renew' && <RenewCodes onClose={close} />}
      {layer === 'disable' && <DisableTwoFactor onClose={close} />}
    </Card>
  );
}

function RenewCodes({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const renew = useRenewRecoveryCodes();
  return (
    <Dialog open onOpenChange={onClose} title={t('twoFactor.renewTitle')} description={t('twoFactor.renewText')}>
      {renew.data ? (
        <RecoveryCodes codes={renew.data.recoveryCodes} onDone={onClose} />
      ) : (
        <BothFactorsStep submitLabel={t('twoFactor.renewSubmit')} send={renew.mutateAsync} />
      )}
    </Dialog>
  );
}

function DisableTwoFactor({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const disable = useDisableTwoFactor();
  const send = async (proof: { password: string; code: string }) => {
    await disable.mutateAsync(proof);
    onClose();
    toast({ tone: 'success', title: t('twoFactor.disabled') });
  };
  return (
    <Dialog open onOpenChange={onClose} title={t('twoFactor.disableTitle')} description={t('twoFactor.disableText')}>
      <BothFactorsStep submitLabel={t('twoFactor.disable')} danger send={send} />
    </Dialog>
  );
}
