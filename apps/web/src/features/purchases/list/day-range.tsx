import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { Days } from '../queries.ts';

type DayRangeProps = { days: Days; onChange: (days: Days) => void };

/** From one day to another, both included; an empty end is open. */
export function DayRange({ days, onChange }: DayRangeProps) {
  const { t } = useTranslation('purchases');
  const { from, to } = days;
  return (
    <div className="flex flex-wrap items-end gap-3">
      {(['from', 'to'] as const).map((end) => (
        <Field key={end} label={t(`days.${end}`)} className="w-44 max-sm:w-full">
          {(control) => (
            <TextInput
              {...control}
              type="date"
              value={days[end] ?? ''}
              min={end === 'to' ? from : undefined}
              max={end === 'from' ? to : undefined}
              onChange={(event) => onChange({ ...days, [end]: event.target.value || undefined })}
            />
          )}
        </Field>
      ))}
      {(from ?? to) !== undefined && (
        <Button variant="ghost" onClick={() => onChange({})}>
          {t('days.all')}
        </Button>
      )}
    </div>
  );
}
