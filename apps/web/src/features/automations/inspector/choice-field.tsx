import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { Select, type SelectProps } from '#ui/select.tsx';
import type { Named } from '../catalogue.ts';
import { useEditor } from '../editor/editor-context.ts';

/** Stands for any; ids never look like it. */
const any = 'any';

type ChoiceFieldProps = {
  label: string;
  list: readonly Named[];
  /** Where any will do. */
  anyLabel?: string;
  value: string | null;
  placeholder?: string;
  onChange: (id: string | null) => void;
};

/** One of a list. What is gone stays chosen and says so. */
export function ChoiceField({ label, list, anyLabel, value, placeholder, onChange }: ChoiceFieldProps) {
  const { t } = useTranslation('automation-editor');
  const { catalogue, readOnly } = useEditor();
  const known = list.map(({ id, name }) => ({ value: id, label: name }));
  const isGone = value !== null && !known.some((one) => one.value === value);
  const options: SelectProps['options'] = [
    ...(anyLabel ? [{ value: any, label: anyLabel }] : []),
    ...known,
    ...(isGone ? [{ value, label: catalogue.nameOf(value) ?? (catalogue.loaded ? t('gone') : '…') }] : []),
  ];
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          options={options}
          value={value ?? (anyLabel ? any : '')}
          placeholder={placeholder ?? t('choose')}
          disabled={readOnly}
          onValueChange={(chosen) => onChange(chosen === any ? null : chosen)}
        />
      )}
    </Field>
  );
}
