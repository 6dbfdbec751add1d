import type { StepHours } from '@waggle/contracts/automation-document';
import { useTranslation } from 'react-i18next';
import { WeekdaysField } from '#lib/weekdays-field.tsx';
import { Switch } from '#ui/switch.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { TimeField } from './date-trigger-fields.tsx';

/** Office hours, until somebody chooses others. */
const usual: StepHours = { from: '09:00', to: '18:00', days: [1, 2, 3, 4, 5] };

type HoursSwitchProps = {
  label: string;
  description: string;
  value: StepHours | null;
  onChange: (hours: StepHours | null) => void;
};

/** Hours of the day and days of the week, or none. */
export function HoursSwitch({ label, description, value, onChange }: HoursSwitchProps) {
  const { readOnly } = useEditor();
  return (
    <div className="flex flex-col gap-3">
      <Switch
        spread
        label={label}
        description={description}
        checked={value !== null}
        disabled={readOnly}
        onCheckedChange={(on) => onChange(on ? usual : null)}
      />
      {value && <HoursField value={value} onChange={onChange} />}
    </div>
  );
}

export function HoursField({ value, onChange }: { value: StepHours; onChange: (hours: StepHours) => void }) {
  const { t } = useTranslation('automation-editor');
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <TimeField label={t('hours.from')} value={value.from} onChange={(from) => onChange({ ...value, from })} />
        <TimeField label={t('hours.to')} value={value.to} onChange={(to) => onChange({ ...value, to })} />
      </div>
      <DaysField days={value.days} onChange={(days) => onChange({ ...value, days })} />
    </>
  );
}

type DaysFieldProps = { days: readonly number[]; onChange: (days: number[]) => void };

/** The last day that is left stays. */
export function DaysField({ days, onChange }: DaysFieldProps) {
  const { t } = useTranslation('automation-editor');
  const { readOnly } = useEditor();
  const change = (next: number[]) => next.length > 0 && onChange(next);
  return <WeekdaysField label={t('hours.days')} days={days} readOnly={readOnly} onChange={change} />;
}
