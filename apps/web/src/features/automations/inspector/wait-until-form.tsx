import type { StepOf } from '@waggle/contracts/automation-document';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { TimeField } from './date-trigger-fields.tsx';
import { FieldChoice } from './field-choice.tsx';
import { DaysField, HoursField } from './hours-field.tsx';
import { NumberField } from './number-field.tsx';

type Until = StepOf<'wait-until'>['until'];
type WaitUntilFormProps = { step: StepOf<'wait-until'>; change: (patch: { until: Until }) => void };

export function WaitUntilForm({ step: { until }, change }: WaitUntilFormProps) {
  const { t } = useTranslation('automation-editor');
  const { catalogue, readOnly } = useEditor();
  const field = catalogue.fields.find(({ type }) => type === 'date')?.key;
  const make: Record<Until['kind'], () => Until | undefined> = {
    weekday: () => ({ kind: 'weekday', days: [1, 2, 3, 4, 5], time: '09:00' }),
    hours: () => ({ kind: 'hours', hours: { from: '09:00', to: '18:00', days: [1, 2, 3, 4, 5] } }),
    field: () => (field ? { kind: 'field', field, plusDays: 0, time: '09:00' } : undefined),
  };
  const choose = (kind: string) => {
    const next = make[kind as Until['kind']]();
    if (next) change({ until: next });
  };
  return (
    <>
      <Field label={t('forms.until')}>
        {(control) => (
          <Select
            {...control}
            value={until.kind}
            disabled={readOnly}
            onValueChange={choose}
            options={[
              { value: 'weekday', label: t('until.weekday') },
              { value: 'hours', label: t('until.hours') },
              {
                value: 'field',
                label: t('until.field'),
                disabled: !field,
                ...(!field && { description: t('noDateFields') }),
              },
            ]}
          />
        )}
      </Field>
      <UntilFields until={until} onChange={(next) => change({ until: next })} />
      <p className="text-xs text-subtle">{t('hours.zone')}</p>
    </>
  );
}

function UntilFields({ until, onChange }: { until: Until; onChange: (until: Until) => void }) {
  const { t } = useTranslation('automation-editor');
  if (until.kind === 'hours')
    return <HoursField value={until.hours} onChange={(hours) => onChange({ ...until, hours })} />;
  const time = (
    <TimeField label={t('date.time')} value={until.time} onChange={(next) => onChange({ ...until, time: next })} />
  );
  if (until.kind === 'weekday') {
    return (
      <>
        <DaysField days={until.days} onChange={(days) => onChange({ ...until, days })} />
        {time}
      </>
    );
  }
  return (
    <>
      <FieldChoice
        label={t('date.field')}
        type="date"
        value={until.field}
        onChange={(field) => onChange({ ...until, field })}
      />
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label={t('date.plusDays')}
          hint={t('date.plusDaysHint')}
          value={until.plusDays}
          min={-365}
          max={365}
          onChange={(plusDays) => onChange({ ...until, plusDays })}
        />
        {time}
      </div>
    </>
  );
}
