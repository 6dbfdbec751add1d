import { Duration, durationUnits } from '@waggle/contracts/automation-document';
import { Clock } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { translateSentence } from '#lib/i18n.ts';
import { FieldMessage } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useBuilder } from '../builder-context.ts';

type WaitFieldProps = { no: number; wait: Duration; onChange: (wait: Duration) => void };

/** How long after the email before. What is typed on the way to a number stays in the field, and the last number counts. */
export function WaitField({ no, wait, onChange }: WaitFieldProps) {
  const { t } = useTranslation('campaign-builder');
  const { readOnly } = useBuilder();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const complaint = Duration.safeParse(wait).error?.issues[0]?.message;
  const type = (text: string) => {
    setTyped(text);
    const amount = Number(text);
    if (text.trim() !== '' && Number.isInteger(amount) && amount >= 1 && amount <= 600_000)
      onChange({ ...wait, amount });
  };
  return (
    <div role="group" aria-labelledby={id} className="flex flex-wrap items-center gap-2 py-2.5 pl-4 text-sm text-muted">
      <Clock aria-hidden className="size-4 text-subtle" />
      <span id={id}>
        {t('sequence.wait')} <span className="sr-only">{t('sequence.before', { no })}</span>
      </span>
      <TextInput
        aria-label={t('sequence.amount')}
        aria-invalid={complaint ? true : undefined}
        inputMode="numeric"
        className="w-18!"
        value={typed ?? String(wait.amount)}
        readOnly={readOnly}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => setTyped(undefined)}
      />
      <Select
        aria-label={t('sequence.unit')}
        className="w-auto! min-w-28"
        value={wait.unit}
        disabled={readOnly}
        onValueChange={(unit) => onChange({ ...wait, unit: unit as Duration['unit'] })}
        options={durationUnits.map((unit) => ({ value: unit, label: t(`sequence.units.${unit}`) }))}
      />
      {complaint && <FieldMessage id={`${id}-message`} error={translateSentence(complaint)} />}
    </div>
  );
}
