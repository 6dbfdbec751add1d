import type { Trigger } from '@waggle/contracts/automation-document';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { FieldChoice } from './field-choice.tsx';
import { NumberField } from './number-field.tsx';

type DateTrigger = Extract<Trigger, { kind: 'date' }>;
type DateTriggerFieldsProps = { value: DateTrigger; onChange: (value: DateTrigger) => void };

export function DateTriggerFields({ value, onChange }: DateTriggerFieldsProps) {
  const { t } = useTranslation('automation-editor');
  const { readOnly } = useEditor();
  return (
    <>
      <FieldChoice
        label={t('date.field')}
        type="date"
        value={value.field}
        onChange={(field) => onChange({ ...value, field })}
      />
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label={t('date.plusDays')}
          hint={t('date.plusDaysHint')}
          value={value.plusDays}
          min={-365}
          max={365}
          onChange={(plusDays) => onChange({ ...value, plusDays })}
        />
        <TimeField label={t('date.time')} value={value.time} onChange={(time) => onChange({ ...value, time })} />
      </div>
      <Switch
        spread
        label={t('date.yearly')}
        checked={value.yearly}
        disabled={readOnly}
        onCheckedChange={(yearly) => onChange({ ...value, yearly })}
      />
    </>
  );
}

type TimeFieldProps = { label: string; value: string; onChange: (time: string) => void };

/** A time that is half typed is none yet. */
export function TimeField({ label, value, onChange }: TimeFieldProps) {
  const { readOnly } = useEditor();
  return (
    <Field label={label}>
      {(control) => (
        <TextInput
          {...control}
          type="time"
          value={value}
          readOnly={readOnly}
          onChange={(event) => event.currentTarget.value && onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
