import { useQuery } from '@tanstack/react-query';
import { listForms } from '@waggle/contracts/forms';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { call } from '#lib/api.ts';
import { Field } from '#ui/field.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';

export type LeadsTo = 'address' | 'form';

/** As many as a list shows that is looked through by eye; beyond that a code is made from the form itself. */
const most = 100;

function useForms(clientId: string | null | undefined) {
  const mayRead = useHolds('forms:read');
  const { data } = useQuery({
    queryKey: ['forms', 'list', 'targets'],
    queryFn: ({ signal }) => call(listForms, { query: { sort: 'name', limit: most } }, signal),
    enabled: mayRead,
  });
  return data?.items.filter((form) => clientId === undefined || form.clientId === clientId) ?? [];
}

type TargetChoiceProps = { leadsTo: LeadsTo; onLeadsTo: (leadsTo: LeadsTo) => void };

export function TargetChoice({ leadsTo, onLeadsTo }: TargetChoiceProps) {
  const { t } = useTranslation('links');
  const hasForms = useForms(undefined).length > 0;
  if (!hasForms && leadsTo === 'address') return null;
  return (
    <SegmentedControl
      label={t('form.leadsTo')}
      value={leadsTo}
      onValueChange={onLeadsTo}
      className="self-start"
      options={[
        { value: 'address', label: t('form.toAddress') },
        { value: 'form', label: t('form.toForm') },
      ]}
    />
  );
}

type FormFieldProps = {
  formId: string;
  onForm: (formId: string) => void;
  /** Whose forms; undefined for all that are shown. */
  clientId: string | null | undefined;
  error: string | undefined;
};

export function FormField({ formId, onForm, clientId, error }: FormFieldProps) {
  const { t } = useTranslation('links');
  const forms = useForms(clientId);
  return (
    <Field label={t('form.form')} hint={t('form.formHint')} error={error && t('form.formMissing')}>
      {(control) => (
        <Select
          {...control}
          value={formId}
          onValueChange={onForm}
          placeholder={t('form.chooseForm')}
          options={forms.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </Field>
  );
}
