import { defaultAccent } from '@waggle/contracts/accent';
import { useTranslation } from 'react-i18next';
import { ColorField } from '#ui/color-field.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Textarea } from '#ui/textarea.tsx';
import type { StartForm } from './use-start-form.ts';

const presets = [
  ['honey', defaultAccent],
  ['brown', '#8a4f16'],
  ['red', '#b3261e'],
  ['green', '#1d6a41'],
  ['blue', '#2c4f98'],
  ['plum', '#93266f'],
  ['ink', '#191714'],
] as const;

/** What is seldom typed when a client is added, and has a default. */
export function BrandFields({ start, accent }: { start: StartForm; accent: string | null }) {
  const { t } = useTranslation('client-templates');
  const { form } = start;
  return (
    <div className="flex flex-col gap-4 border-t border-line p-3.5">
      <ColorField
        label={t('brand.color')}
        value={(accent ?? defaultAccent).toUpperCase()}
        onValueChange={(color) => form.setValue('accent', color.toLowerCase(), { shouldDirty: true })}
        presets={presets.map(([preset, value]) => ({
          value: value.toUpperCase(),
          label: t(`brand.presets.${preset}`),
        }))}
        invalid={t('brand.invalid')}
      />
      <Field label={t('email')} hint={t('emailHint')} error={form.errorOf('email')}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('email', { setValueAs: (typed: string | null) => typed?.trim() || null })}
            type="email"
            inputMode="email"
            autoComplete="off"
          />
        )}
      </Field>
      <Field label={t('address')} hint={t('addressHint')} error={form.errorOf('postalAddress')}>
        {(control) => <Textarea {...control} {...form.register('postalAddress')} rows={2} autoComplete="off" />}
      </Field>
    </div>
  );
}
