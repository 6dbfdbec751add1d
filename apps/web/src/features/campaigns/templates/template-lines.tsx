import { useTranslation } from 'react-i18next';
import { ClientField } from '#features/accounts/index.ts';
import { CategoryField, SharedSwitch } from '#features/email-templates/index.ts';
import { Alert } from '#ui/alert.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { TemplateForm, TemplateOfBlocks } from './use-template-form.ts';

type TemplateLinesProps = { parts: TemplateForm; template: TemplateOfBlocks | undefined; readOnly: boolean };

/** What a template is called and begins an email with, beside its blocks. */
export function TemplateLines({ parts: { form, client }, template, readOnly }: TemplateLinesProps) {
  const { t } = useTranslation('email-templates');
  const line = (name: 'name' | 'subject' | 'previewText', maxLength: number) => (
    <Field
      label={t(`form.${name}`)}
      error={form.errorOf(name)}
      {...(name === 'previewText' ? { optional: true } : { required: true })}
    >
      {(control) => (
        <TextInput {...control} {...form.register(name)} maxLength={maxLength} readOnly={readOnly} autoComplete="off" />
      )}
    </Field>
  );
  return (
    <div className="flex flex-col gap-4">
      {!template && <ClientField choice={client} />}
      {line('name', 200)}
      {!readOnly && (
        <CategoryField
          value={form.watch('category')}
          onChange={(category) => form.setValue('category', category, { shouldDirty: true })}
        />
      )}
      {line('subject', 500)}
      {line('previewText', 200)}
      {!readOnly && (
        <SharedSwitch
          clientId={template ? template.clientId : client.chosen}
          checked={form.watch('isPublic')}
          onChange={(isPublic) => form.setValue('isPublic', isPublic, { shouldDirty: true })}
        />
      )}
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
    </div>
  );
}
