import { useQuery } from '@tanstack/react-query';
import { CircleCheck, KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { offersPasskeys } from '#lib/offers-passkeys.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { askPasskeyCode, twoFactorQuery } from './queries.ts';

type SecondFactorFieldProps = {
  form: {
    register: (name: 'code') => UseFormRegisterReturn;
    errorOf: (name: 'code') => string | undefined;
    setValue: (name: 'code', code: string, options: { shouldValidate: boolean }) => void;
  };
};

/** A code of the app or a recovery code; whoever has a passkey may use that instead. */
export function SecondFactorField({ form }: SecondFactorFieldProps) {
  const { t } = useTranslation('settings');
  const ways = useQuery(twoFactorQuery);
  const [isConfirmed, setConfirmed] = useState(false);
  const error = form.errorOf('code');
  const mayUsePasskey = offersPasskeys() && (ways.data?.passkeys ?? 0) > 0;
  const useCode = (code: string) => {
    form.setValue('code', code, { shouldValidate: true });
    setConfirmed(true);
  };
  // A code of a passkey means nothing to anybody, so it is not shown.
  if (isConfirmed && !error)
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-ink">
        <CircleCheck aria-hidden className="size-4 text-success-text" />
        {t('passkeys.confirmed')}
      </p>
    );
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={t(ways.data?.app === false ? 'passkeys.recoveryCode' : 'setup.code')}
        hint={t(ways.data?.app === false ? 'passkeys.recoveryHint' : 'twoFactor.codeHint')}
        error={error}
      >
        {(control) => (
          <TextInput
            {...control}
            {...form.register('code')}
            autoComplete="one-time-code"
            spellCheck={false}
            maxLength={20}
            className="max-w-52 font-mono"
          />
        )}
      </Field>
      {mayUsePasskey && <UsePasskey onCode={useCode} />}
    </div>
  );
}

function UsePasskey({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useTranslation('settings');
  const [busy, setBusy] = useState(false);
  const onClick = () => {
    setBusy(true);
    askPasskeyCode()
      .then(onCode, (error: unknown) => {
        toast({ tone: 'error', title: t('error'), description: problemText(error) });
      })
      .finally(() => setBusy(false));
  };
  return (
    <Button icon={KeyRound} className="self-start" busy={busy} onClick={onClick}>
      {t('passkeys.useInstead')}
    </Button>
  );
}
