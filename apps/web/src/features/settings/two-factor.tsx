import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '#features/accounts/index.ts';
import { offersPasskeys } from '#lib/offers-passkeys.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { PasskeyTwoFactor } from './passkeys/passkey-two-factor.tsx';
import { twoFactorQuery } from './passkeys/queries.ts';
import { type Proof, ProofStep } from './proof-step.tsx';
import { useDisableTwoFactor, useRenewRecoveryCodes } from './queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TwoFactorSetup } from './two-factor-setup.tsx';

type Layer = 'setup' | 'passkey' | 'renew' | 'disable';

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
      {twoFactorEnabled ? <WhenOn onChoose={setLayer} /> : <WhenOff onChoose={setLayer} />}
      {layer === 'setup' && <TwoFactorSetup onClose={close} />}
      {layer === 'passkey' && <PasskeyTwoFactor onClose={close} />}
      {layer === 'renew' && <RenewCodes onClose={close} />}
      {layer === 'disable' && <DisableTwoFactor onClose={close} />}
    </Card>
  );
}

type ChoiceProps = { onChoose: (layer: Layer) => void };

function WhenOff({ onChoose }: ChoiceProps) {
  const { t } = useTranslation('settings');
  const { data: ways } = useQuery(twoFactorQuery);
  const mayUsePasskey = offersPasskeys() && (ways?.passkeys ?? 0) > 0;
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => onChoose('setup')}>{t('twoFactor.enable')}</Button>
      {mayUsePasskey && <Button onClick={() => onChoose('passkey')}>{t('passkeys.turnOn')}</Button>}
    </div>
  );
}

/** Which factors there are, and what can be done about them. */
function WhenOn({ onChoose }: ChoiceProps) {
  const { t } = useTranslation('settings');
  const { data: ways } = useQuery(twoFactorQuery);
  const factors = [
    ...(ways?.app ? [t('passkeys.factorApp')] : []),
    ...(ways && ways.passkeys > 0 ? [t('passkeys.factor', { count: ways.passkeys })] : []),
  ];
  return (
    <div className="flex flex-col gap-3">
      {factors.length > 0 && <p className="text-sm text-muted">{factors.join(' · ')}</p>}
      <div className="flex flex-wrap gap-2">
        {ways?.app === false && <Button onClick={() => onChoose('setup')}>{t('passkeys.addApp')}</Button>}
        <Button onClick={() => onChoose('renew')}>{t('twoFactor.renew')}</Button>
        <Button onClick={() => onChoose('disable')}>{t('twoFactor.disable')}</Button>
      </div>
    </div>
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
        <ProofStep submitLabel={t('twoFactor.renewSubmit')} send={renew.mutateAsync} />
      )}
    </Dialog>
  );
}

function DisableTwoFactor({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const disable = useDisableTwoFactor();
  const send = async (proof: Proof) => {
    await disable.mutateAsync(proof);
    onClose();
    toast({ tone: 'success', title: t('twoFactor.disabled') });
  };
  return (
    <Dialog open onOpenChange={onClose} title={t('twoFactor.disableTitle')} description={t('twoFactor.disableText')}>
      <ProofStep submitLabel={t('twoFactor.disable')} danger send={send} />
    </Dialog>
  );
}
