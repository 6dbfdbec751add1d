import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { register as registerContract } from '@waggle/contracts/joining';
import { useEffect } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useBrand } from '#lib/brand.ts';
import { ErrorSummary } from '#lib/error-summary.tsx';
import { useContractForm } from '#lib/form.ts';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field, FieldMessage } from '#ui/field.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { AuthFrame, textLinkClass } from './auth-frame.tsx';
import { useArrive, useAuthNotices } from './auth-notices.ts';
import { withMatchingPasswords } from './password-fields.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { registrationQuery, useRegister } from './joining.ts';

const registration = withMatchingPasswords({
  ...registerContract.body.shape,
  terms: z.boolean().refine((accepted) => accepted, 'Accept the terms to create an account'),
});

export function RegisterScreen() {
  const { t } = useTranslation('accounts');
  const brand = useBrand();
  const registration = useQuery(registrationQuery);
  if (registration.isPending) return <Spinner className="grid min-h-dvh place-items-center" />;
  const mode = registration.data?.mode;
  if (mode === 'invite' || mode === 'closed') return <NotOpen mode={mode} />;
  return (
    <AuthFrame title={t('register.title', { brand: brand.name })} subtitle={t('register.subtitle')}>
      <RegisterForm />
      <p className="mt-8 text-sm text-muted">
        {t('register.known')}{' '}
        <Link to="/auth/login" search={(now) => now} className={textLinkClass}>
          {t('register.signIn')}
        </Link>
      </p>
    </AuthFrame>
  );
}

function NotOpen({ mode }: { mode: 'invite' | 'closed' }) {
  const { t } = useTranslation('joining');
  return (
    <AuthFrame title={t(`registration.${mode}.title`)} subtitle={t(`registration.${mode}.text`)}>
      <Link
        to="/auth/login"
        search={(now) => now}
        className={buttonClass({ variant: 'primary', size: 'lg', block: true })}
      >
        {t('registration.signIn')}
      </Link>
    </AuthFrame>
  );
}

function useRegisterForm() {
  const form = useContractForm(registration, {
    defaultValues: {
      name: '',
      organizationName: '',
      organizationType: 'BUSINESS',
      email: '',
      password: '',
      confirmPassword: '',
      terms: false,
    },
  });
  const create = useRegister();
  const notices = useAuthNotices();
  const arrive = useArrive();
  const { setFocus } = form;
  useEffect(() => setFocus('name'), [setFocus]);

  const onSubmit = form.submit(async ({ terms: _accepted, ...typed }) => {
    notices.clear();
    await create.mutateAsync(typed).catch((error: unknown) => {
      throw notices.failed(error);
    });
    arrive();
    notices.accountCreated();
  });
  return { form, onSubmit };
}

type RegisterFormState = ReturnType<typeof useRegisterForm>['form'];

function RegisterForm() {
  const { t } = useTranslation('accounts');
  const { form, onSubmit } = useRegisterForm();
  const { register, errorOf, formState } = form;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <RegisterErrors form={form} />
      <Field label={t('fields.name')} error={errorOf('name')}>
        {(control) => <TextInput {...control} {...register('name')} size="lg" autoComplete="name" />}
      </Field>
      <Field label={t('fields.organizationName')} error={errorOf('organizationName')}>
        {(control) => (
          <TextInput {...control} {...register('organizationName')} size="lg" autoComplete="organization" />
        )}
      </Field>
      <AccountType form={form} />
      <Field label={t('fields.email')} error={errorOf('email')}>
        {(control) => (
          <TextInput
            {...control}
            {...register('email')}
            type="email"
            size="lg"
            autoComplete="username"
            inputMode="email"
          />
        )}
      </Field>
      <NewPasswordFields form={form} size="lg" />
      <Terms form={form} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={formState.isSubmitting}
        busyLabel={t('register.busy')}
      >
        {t('register.submit')}
      </Button>
    </form>
  );
}

function RegisterErrors({ form }: { form: RegisterFormState }) {
  const { t } = useTranslation('accounts');
  return (
    <ErrorSummary
      form={form}
      labels={{
        name: t('fields.name'),
        organizationName: t('fields.organizationName'),
        email: t('fields.email'),
        password: t('fields.password'),
        confirmPassword: t('fields.confirmPassword'),
        terms: t('fields.terms'),
      }}
    />
  );
}

function AccountType({ form }: { form: RegisterFormState }) {
  const { t } = useTranslation('accounts');
  return (
    <RadioCards
      legend={t('fields.accountType')}
      columns={1}
      inputProps={form.register('organizationType')}
      error={form.errorOf('organizationType')}
      options={[
        { value: 'BUSINESS', label: t('accountType.BUSINESS') },
        { value: 'AGENCY', label: t('accountType.AGENCY') },
      ]}
    />
  );
}

function Terms({ form }: { form: RegisterFormState }) {
  const { t } = useTranslation('accounts');
  const error = form.errorOf('terms');
  return (
    <div className="flex flex-col gap-1.5">
      <Checkbox
        {...form.register('terms')}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'terms-error' : undefined}
        label={
          <Trans
            t={t}
            i18nKey="register.terms"
            components={{
              terms: <Link to="/terms" target="_blank" className={textLinkClass} />,
              privacy: <Link to="/privacy" target="_blank" className={textLinkClass} />,
            }}
          />
        }
      />
      <FieldMessage id="terms-error" error={error} />
    </div>
  );
}
