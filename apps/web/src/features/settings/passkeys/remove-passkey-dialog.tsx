import { useQuery } from '@tanstack/react-query';
import type { Passkey } from '@waggle/contracts/passkeys';
import { useTranslation } from 'react-i18next';
import { Alert } from '#ui/alert.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { type Proof, ProofStep, sentProof } from '../proof-step.tsx';
import { twoFactorQuery, useRemovePasskey } from './queries.ts';

export function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation('settings');
  const remove = useRemovePasskey();
  const { data: ways } = useQuery(twoFactorQuery);
  const isLastFactor = ways?.enabled === true && !ways.app && ways.passkeys === 1;
  const send = async (proof: Proof) => {
    await remove.mutateAsync({ passkeyId: passkey.id, ...sentProof(proof) });
    onClose();
    toast({ tone: 'success', title: t('passkeys.removed'), description: passkey.name });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('passkeys.removeTitle', { name: passkey.name })}
      description={t('passkeys.removeText')}
    >
      <ProofStep submitLabel={t('passkeys.removeSubmit')} danger send={send}>
        {isLastFactor && <Alert tone="warning">{t('passkeys.lastFactor')}</Alert>}
      </ProofStep>
    </Dialog>
  );
}
