import { useTranslation } from 'react-i18next';
import { SelectField } from '#lib/select-field.tsx';
import { Field } from '#ui/field.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { ConnectionForm } from './use-connection-form.ts';

type FieldsProps = { form: ConnectionForm; hasSecret: boolean };

const emptyIsNull = { setValueAs: (typed: string | null) => typed?.trim() || null };
const numberOrNull = {
  setValueAs: (typed: string | number | null) => (typed === null || typed === '' ? null : Number(typed)),
};

export function SmtpFields({ form, hasSecret }: FieldsProps) {
  const { t } = useTranslation('sending');
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[1fr_7rem]">
        <Field label={t('connections.host')} error={form.errorOf('host')}>
          {(control) => (
            <TextInput
              {...control}
              {...form.register('host')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Field label={t('connections.port')} error={form.errorOf('port')}>
          {(control) => (
            <TextInput
              {...control}
              {...form.register('port', { valueAsNumber: true })}
              type="number"
              inputMode="numeric"
            />
          )}
        </Field>
      </div>
      <SelectField
        control={form.control}
        name="tls"
        label={t('connections.tls')}
        error={form.errorOf('tls')}
        options={(['starttls', 'implicit', 'none'] as const).map((tls) => ({
          value: tls,
          label: t(`connections.tlsKinds.${tls}`),
        }))}
      />
      <Field label={t('connections.username')} optional error={form.errorOf('username')}>
        {(control) => <TextInput {...control} {...form.register('username', emptyIsNull)} autoComplete="off" />}
      </Field>
      <SecretField form={form} hasSecret={hasSecret} label={t('connections.password')} optional />
    </>
  );
}

export function SesFields({ form, hasSecret }: FieldsProps) {
  const { t } = useTranslation('sending');
  return (
    <>
      <Field label={t('connections.region')} error={form.errorOf('region')}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('region', emptyIsNull)}
            // An identifier, the same in every language.
            placeholder={'eu-west-1'}
            autoComplete="off"
            autoCapitalize="none"
          />
        )}
      </Field>
      <Field label={t('connections.accessKey')} error={form.errorOf('username')}>
        {(control) => <TextInput {...control} {...form.register('username', emptyIsNull)} autoComplete="off" />}
      </Field>
      <SecretField form={form} hasSecret={hasSecret} label={t('connections.secretKey')} />
    </>
  );
}

type SecretFieldProps = FieldsProps & { label: string; optional?: boolean };

function SecretField({ form, hasSecret, label, optional }: SecretFieldProps) {
  const { t } = useTranslation('sending');
  return (
    <Field
      label={label}
      optional={optional}
      hint={hasSecret && t('connections.secretKept')}
      error={form.errorOf('secret')}
    >
      {(control) => <PasswordInput {...control} {...form.register('secret')} autoComplete="new-password" />}
    </Field>
  );
}

export function LimitFields({ form }: Pick<FieldsProps, 'form'>) {
  const { t } = useTranslation('sending');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('connections.maxConnections')} error={form.errorOf('maxConnections')}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('maxConnections', { valueAsNumber: true })}
            type="number"
            inputMode="numeric"
          />
        )}
      </Field>
      <Field
        label={t('connections.maxPerSecond')}
        optional
        hint={t('connections.maxPerSecondHint')}
        error={form.errorOf('maxPerSecond')}
      >
        {(control) => (
          <TextInput {...control} {...form.register('maxPerSecond', numberOrNull)} type="number" inputMode="numeric" />
        )}
      </Field>
    </div>
  );
}
