import { passkeyName } from '@waggle/contracts/passkeys';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { type Proof, ProofStep, sentProof } from '../proof-step.tsx';
import { useAddPasskey } from './queries.ts';

/** A name if the person has one in mind, the password, and then the browser's own question. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const add = useAddPasskey();
  const [typed, setTyped] = useState('');
  const send = async (proof: Proof) => {
    const name = passkeyName.safeParse(typed).data;
    const added = await add.mutateAsync({ ...sentProof(proof), ...(name && { name }) });
    onClose();
    toast({ tone: 'success', title: t('passkeys.addedTitle'), description: added.name });
  };
  return (
    <Dialog open onOpenChange={onClose} title={t('passkeys.add')} description={t('passkeys.addText')}>
      <ProofStep submitLabel={t('passkeys.create')} send={send}>
        <Field label={t('passkeys.name')} optional hint={t('passkeys.nameHint')}>
          {(control) => (
            <TextInput
              {...control}
              value={typed}
              maxLength={60}
              autoComplete="off"
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
      </ProofStep>
    </Dialog>
  );
}
