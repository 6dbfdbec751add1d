import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { PasswordStep } from '../password-step.tsx';
import { RecoveryCodes } from '../recovery-codes.tsx';
import { useTurnOnByPasskey } from './queries.ts';

/** Password, then the passkey, then the recovery codes. */
export function PasskeyTwoFactor({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const turnOn = useTurnOnByPasskey();
  const send = async (password: string) => {
    await turnOn.mutateAsync(password);
    toast({ tone: 'success', title: t('setup.on') });
  };
  if (turnOn.data)
    return (
      <Dialog open onOpenChange={onClose} title={t('setup.doneTitle')}>
        <RecoveryCodes codes={turnOn.data.recoveryCodes} onDone={onClose} />
      </Dialog>
    );
  return (
    <Dialog open onOpenChange={onClose} title={t('setup.title')} description={t('passkeys.turnOnText')}>
      <PasswordStep submitLabel={t('setup.continue')} send={send} />
    </Dialog>
  );
}
