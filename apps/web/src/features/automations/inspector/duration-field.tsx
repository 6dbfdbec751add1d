import { Duration, durationUnits } from '@waggle/contracts/automation-document';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { translateSentence } from '#lib/i18n.ts';
import { FieldMessage } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { NumberField } from './number-field.tsx';

type DurationFieldProps = { label: string; hint?: string; value: Duration; onChange: (value: Duration) => void };

/** An amount and its unit. */
export function DurationField({ label, hint, value, onChange }: DurationFieldProps) {
  const { t } = useTranslation('automation-editor');
  const { readOnly } = useEditor();
  const id = useId();
  const complaint = Duration.safeParse(value).error?.issues[0]?.message;
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-1.5">
      <span id={id} className="text-sm font-medium text-ink">
        {label}
      </span>
      <div className="grid grid-cols-2 gap-2">
        <NumberField
          label={t('duration.amount')}
          hideLabel
          value={value.amount}
          min={1}
          max={600_000}
          onChange={(amount) => onChange({ ...value, amount })}
        />
        <Select
          aria-label={t('duration.unit')}
          value={value.unit}
          disabled={readOnly}
          onValueChange={(unit) => onChange({ ...value, unit: unit as Duration['unit'] })}
          options={durationUnits.map((unit) => ({ value: unit, label: t(`duration.${unit}`) }))}
        />
      </div>
      <FieldMessage id={`${id}-message`} error={complaint && translateSentence(complaint)} hint={hint} />
    </div>
  );
}
