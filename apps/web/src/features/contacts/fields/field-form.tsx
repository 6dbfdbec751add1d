import { createContactField, fieldTypes, type ContactField, type FieldType } from '@waggle/contracts/contact-fields';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '#lib/form.ts';
import { SelectField } from '#lib/select-field.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { linesOf } from './lines.ts';
import { useCreateField, useUpdateField } from './queries.ts';

type FieldFormProps = {
  /** Without one a new field is added. */
  field?: ContactField | undefined;
  /** Written into the name of a new field. */
  label?: string | undefined;
  /** Chosen for a new field before somebody chooses. */
  type?: FieldType | undefined;
  onSaved: (field: ContactField) => void;
  onCancel: () => void;
};

function useFieldForm({ field, label = '', type: first = 'text', onSaved }: FieldFormProps) {
  const create = useCreateField();
  const update = useUpdateField();
  const form = useContractForm(createContactField.body, {
    defaultValues: { label: field?.label ?? label, type: field?.type ?? first, options: field?.options ?? [] },
  });
  const onSubmit = form.submit(async ({ label: name, type, options }) => {
    const choices = type === 'choice' ? options : [];
    if (!field) return onSaved(await create.mutateAsync({ label: name, type, options: choices }));
    onSaved(
      await update.mutateAsync({ fieldId: field.id, label: name, ...(type === 'choice' && { options: choices }) }),
    );
  });
  return { form, onSubmit };
}

/** Its type is part of what contacts hold already, so an existing field keeps it. */
export function FieldForm(props: FieldFormProps) {
  const { t } = useTranslation('contacts-import');
  const { form, onSubmit } = useFieldForm(props);
  const isNew = props.field === undefined;
  return (
    <form
      noValidate
      onSubmit={onSubmit}
      className="flex flex-col gap-3 rounded-lg border border-line-strong bg-sunken p-3.5"
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('fields.label')} error={form.errorOf('label')}>
          {(control) => (
            <TextInput
              {...control}
              {...form.register('label')}
              // Opened by a button for exactly this.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              autoComplete="off"
              placeholder={t('fields.labelExample')}
            />
          )}
        </Field>
        {isNew && (
          <SelectField
            control={form.control}
            name="type"
            label={t('fields.type')}
            options={fieldTypes.map((value) => ({ value, label: t(`fields.types.${value}`) }))}
          />
        )}
      </div>
      {form.watch('type') === 'choice' && <Choices form={form} />}
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" onClick={props.onCancel}>
          {t('cancel')}
        </Button>
        <Button
          size="sm"
          type="submit"
          variant="primary"
          busy={form.formState.isSubmitting}
          busyLabel={t(isNew ? 'fields.adding' : 'saving')}
        >
          {t(isNew ? 'fields.add' : 'save')}
        </Button>
      </div>
    </form>
  );
}

function Choices({ form }: { form: ReturnType<typeof useFieldForm>['form'] }) {
  const { t } = useTranslation('contacts-import');
  return (
    <Field label={t('fields.choices')} hint={t('fields.choicesHint')} error={form.errorOf('options')}>
      {(control) => (
        <Controller
          control={form.control}
          name="options"
          render={({ field: { value = [], onChange, ref } }) => (
            <Textarea
              {...control}
              ref={ref}
              rows={4}
              defaultValue={value.join('\n')}
              onChange={(event) => onChange(linesOf(event.currentTarget.value))}
            />
          )}
        />
      )}
    </Field>
  );
}
