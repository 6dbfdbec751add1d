import { useTranslation } from 'react-i18next';
import { TextInput } from '#ui/text-input.tsx';
import type { RuleValueProps } from './rule-value-props.ts';

type Span = { days?: number; atLeast?: number };

/** '30 days, at least 2 times'. How often something did not happen is asked only where it was set before. */
export function SpanValue({
  rule,
  number,
  invalid,
  describedBy,
  onChange,
  withTimes = false,
}: RuleValueProps & { withTimes?: boolean }) {
  const { t } = useTranslation('segments');
  const { days, atLeast } = (rule.value ?? {}) as Span;
  const times = withTimes && (rule.operator === 'did' || atLeast !== 1);
  const change = (name: keyof Span, most: number) => (typed: string) => {
    const { [name]: _old, ...rest } = (rule.value ?? {}) as Span;
    const given = Number.parseInt(typed, 10);
    onChange(Number.isNaN(given) ? rest : { ...rest, [name]: Math.min(given, most) });
  };
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
      <NumberInput
        label={t('daysOf', { number })}
        value={days}
        invalid={invalid && !days}
        describedBy={describedBy}
        onType={change('days', 3650)}
        className="w-19!"
      />
      <span className="text-sm text-muted">{t(times ? 'value.daysAtLeast' : 'value.days')}</span>
      {times && (
        <>
          <NumberInput
            label={t('timesOf', { number })}
            value={atLeast}
            invalid={invalid && !atLeast}
            describedBy={describedBy}
            onType={change('atLeast', 1000)}
            className="w-15!"
          />
          <span className="text-sm text-muted">{t('value.times')}</span>
        </>
      )}
    </span>
  );
}

type NumberInputProps = {
  label: string;
  value: number | undefined;
  invalid: boolean;
  describedBy: string | undefined;
  onType: (typed: string) => void;
  className: string;
};

function NumberInput({ label, value, invalid, describedBy, onType, className }: NumberInputProps) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      value={value ?? ''}
      onChange={(event) => onType(event.currentTarget.value.replaceAll(/\D/g, ''))}
      className={className}
    />
  );
}
