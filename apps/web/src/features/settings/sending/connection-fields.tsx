import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field, FieldMessage } from '#ui/field.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { portAfter } from './presets.ts';
import type { ConnectionForm } from './use-connection-form.ts';

type FieldsProps = { form: ConnectionForm };

const emptyIsNull = { setValueAs: (typed: string | null) => typed?.trim() || null };
const numberOrNull = {
  setValueAs: (typed: string | number | null) => (typed === null || typed === '' ? null : Number(typed)),
};

/** Host, port and encryption. */
export function ServerFields({ form }: FieldsProps) {
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
      <Encryption form={form} />
    </>
  );
}

function Encryption({ form }: FieldsProps) {
  const { t } = useTranslation('sending');
  const error = form.errorOf('tls');
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span aria-hidden className="text-sm font-medium text-ink">
        {t('connections.tls')}
      </span>
      <Controller
        control={form.control}
        name="tls"
        render={({ field }) => (
          <SegmentedControl
            label={t('connections.tls')}
            value={field.value ?? 'starttls'}
            onValueChange={(tls) => {
              field.onChange(tls);
              form.setValue('port', portAfter(Number(form.getValues('port')), tls));
            }}
            options={(['starttls', 'implicit', 'none'] as const).map((tls) => ({
              value: tls,
              label: t(`connections.tlsKinds.${tls}`),
            }))}
            className="self-start"
          />
        )}
      />
      {error && <FieldMessage id="encryption-error" error={error} />}
    </div>
  );
}

type LoginFieldProps = FieldsProps & { label: string; hint?: string | undefined; optional?: boolean };

export function UsernameField({ form, label, hint, optional }: LoginFieldProps) {
  return (
    <Field label={label} optional={optional} hint={hint} error={form.errorOf('username')}>
      {(control) => (
        <TextInput
          {...control}
          {...form.register('username', emptyIsNull)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}

export function SecretField({ form, label, hint, optional, hasSecret }: LoginFieldProps & { hasSecret: boolean }) {
  const { t } = useTranslation('sending');
  return (
    <Field
      label={label}
      optional={optional}
      hint={hasSecret ? t('connections.secretKept') : hint}
      error={form.errorOf('secret')}
    >
      {(control) => <PasswordInput {...control} {...form.register('secret')} autoComplete="new-password" />}
    </Field>
  );
}

export function RegionField({ form }: FieldsProps) {
  const { t } = useTranslation('sending');
  return (
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
  );
}

/** What has a good answer already. */
export function OtherFields({ form }: FieldsProps) {
  const { t } = useTranslation('sending');
  return (
    <>
      <Field label={t('connections.name')} hint={t('connections.nameHint')} error={form.errorOf('name')}>
        {(control) => <TextInput {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
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
            <TextInput
              {...control}
              {...form.register('maxPerSecond', numberOrNull)}
              type="number"
              inputMode="numeric"
            />
          )}
        </Field>
      </div>
      <Checkbox
        label={t('connections.default')}
        description={t('connections.defaultHint')}
        {...form.register('isDefault')}
      />
    </>
  );
}
