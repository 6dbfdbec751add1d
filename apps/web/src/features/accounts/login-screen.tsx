import { Link } from '@tanstack/react-router';
import { login } from '@waggle/contracts/accounts';
import { KeyRound } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#lib/api.ts';
import { useBrand } from '#lib/brand.ts';
import { useContractForm } from '#lib/form.ts';
import { offersPasskeys } from '#lib/offers-passkeys.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { AuthFrame, textLinkClass } from './auth-frame.tsx';
import { useArrive, useAuthNotices } from './auth-notices.ts';
import { useSignIn } from './entrance.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

const TwoFactorStep = lazy(async () => ({ default: (await import('./two-factor-step.tsx')).TwoFactorStep }));

export function LoginScreen() {
  const [secondStep, setSecondStep] = useState(false);
  if (secondStep)
    return (
      <Suspense fallback={null}>
        <TwoFactorStep onBack={() => setSecondStep(false)} />
      </Suspense>
    );
  return <PasswordStep onTwoFactor={() => setSecondStep(true)} />;
}

function PasswordStep({ onTwoFactor }: { onTwoFactor: () => void }) {
  const { t } = useTranslation('accounts');
  const brand = useBrand();
  return (
    <AuthFrame title={t('login.title', { brand: brand.name })} subtitle={t('login.subtitle')}>
      <LoginForm onTwoFactor={onTwoFactor} />
      <p className="mt-8 text-sm text-muted">
        {t('login.new', { brand: brand.name })}{' '}
        <Link to="/auth/register" search={(now) => now} className={textLinkClass}>
          {t('login.signUp')}
        </Link>
      </p>
    </AuthFrame>
  );
}

function useLoginForm(onTwoFactor: () => void) {
  const form = useContractForm(login.body, { defaultValues: { email: '', password: '', rememberMe: false } });
  const signIn = useSignIn();
  const notices = useAuthNotices();
  const arrive = useArrive();
  const { setFocus } = form;
  useEffect(() => setFocus('email'), [setFocus]);

  const onSubmit = form.submit(async (typed) => {
    notices.clear();
    try {
      await signIn.mutateAsync(typed);
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'two_factor_required') return onTwoFactor();
      throw notices.failed(error);
    }
    arrive();
    notices.welcomeBack();
  });
  return { form, onSubmit };
}

function LoginForm({ onTwoFactor }: { onTwoFactor: () => void }) {
  const { t } = useTranslation('accounts');
  const { form, onSubmit } = useLoginForm(onTwoFactor);
  const { register, errorOf, formState } = form;

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t('fields.email')} error={errorOf('email')}>
        {(control) => (
          <TextInput
            {...control}
            {...register('email')}
            type="email"
            size="lg"
            // The second word lets browsers suggest passkeys here.
            autoComplete="username webauthn"
            inputMode="email"
          />
        )}
      </Field>
      <Field
        label={t('fields.password')}
        error={errorOf('password')}
        aside={
          <Link to="/auth/forgot-password" className={textLinkClass}>
            {t('login.forgot')}
          </Link>
        }
      >
        {(control) => (
          <PasswordInput {...control} {...register('password')} size="lg" autoComplete="current-password" />
        )}
      </Field>
      <Checkbox {...register('rememberMe')} label={t('fields.rememberMe')} className="self-start" />
      <Button type="submit" variant="primary" size="lg" block busy={formState.isSubmitting} busyLabel={t('login.busy')}>
        {t('login.submit')}
      </Button>
      {offersPasskeys() && <PasskeyButton rememberMe={() => form.getValues('rememberMe') ?? false} />}
    </form>
  );
}

function PasskeyButton({ rememberMe }: { rememberMe: () => boolean }) {
  const { t } = useTranslation('accounts');
  const { busy, onClick } = usePasskeySignIn(rememberMe);
  return (
    <Button icon={KeyRound} size="lg" block busy={busy} onClick={onClick}>
      {t('login.passkey')}
    </Button>
  );
}
