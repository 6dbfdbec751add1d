import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from './class-names.ts';
import { FieldMessage, RequiredMark } from './field.tsx';
import type { Icon } from './icon.ts';

export type RadioOption<Value extends string = string> = {
  value: Value;
  label: ReactNode;
  description?: ReactNode;
  icon?: Icon | undefined;
  disabled?: boolean | undefined;
};

type RadioCardsProps<Value extends string> = {
  legend: ReactNode;
  hideLegend?: boolean | undefined;
  options: readonly RadioOption<Value>[];
  value?: Value | undefined;
  onValueChange?: ((value: Value) => void) | undefined;
  /** `register('field')` of react-hook-form, instead of value and onValueChange. */
  inputProps?: Omit<ComponentProps<'input'>, 'type' | 'value' | 'checked'> | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  columns?: 1 | 2 | 3 | undefined;
  /** `list` drops the card edges: plain radios, one per line. */
  look?: 'cards' | 'list' | undefined;
  className?: string | undefined;
};

const columnClass = { 1: 'grid-cols-1', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' };

export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, hideLegend, options, error, hint, required, columns = 2, look = 'cards', className } = props;
  const id = useId();
  const messageId = `${id}-message`;

  return (
    <fieldset
      aria-describedby={error || hint ? messageId : undefined}
      aria-invalid={error ? true : undefined}
      role="radiogroup"
      aria-required={required || undefined}
      className={cx('flex min-w-0 flex-col gap-1.5', className)}
    >
      <legend className={cx('mb-1.5 text-sm font-medium text-ink', hideLegend && 'sr-only')}>
        {legend}
        {required && <RequiredMark />}
      </legend>
      <div className={cx('grid', look === 'cards' ? ['gap-2.5', columnClass[columns]] : 'gap-1')}>
        {options.map((option) => (
          <RadioCard key={option.value} option={option} name={id} group={props} look={look} />
        ))}
      </div>
      <FieldMessage id={messageId} error={error} hint={hint} />
    </fieldset>
  );
}

type RadioCardProps<Value extends string> = {
  option: RadioOption<Value>;
  name: string;
  group: RadioCardsProps<Value>;
  look: 'cards' | 'list';
};

function RadioCard<Value extends string>({ option, name, group, look }: RadioCardProps<Value>) {
  const { value, onValueChange, inputProps } = group;
  const Icon = option.icon;
  const chosen = onValueChange && { checked: value === option.value, onChange: () => onValueChange(option.value) };

  return (
    <label
      className={cx(
        'flex gap-3 text-sm text-ink has-disabled:text-subtle',
        look === 'cards'
          ? 'rounded-lg border border-line-strong bg-surface p-3.5 shadow-xs transition-colors duration-(--duration-instant) hover:bg-row-hover has-checked:border-control-on has-checked:ring-1 has-checked:ring-control-on has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'
          : 'py-1.5',
      )}
    >
      <Radio name={name} value={option.value} disabled={option.disabled} {...inputProps} {...chosen} />
      <span className="min-w-0 flex-1">
        <span className="block font-[550]">{option.label}</span>
        {option.description && <span className="mt-0.5 block text-xs text-subtle">{option.description}</span>}
      </span>
      {Icon && <Icon aria-hidden className="size-4 text-subtle" />}
    </label>
  );
}

export function Radio({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input
      {...rest}
      type="radio"
      className={cx(
        'relative mt-px size-4 shrink-0 appearance-none rounded-full border-[1.5px] border-line-control bg-surface transition-colors duration-(--duration-instant) before:absolute before:-inset-1 coarse:before:-inset-3.5 checked:border-[5px] checked:border-control-on checked:bg-on-control disabled:border-line-strong disabled:bg-fill',
        className,
      )}
    />
  );
}
