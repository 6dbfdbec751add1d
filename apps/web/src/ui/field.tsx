import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { cx } from './class-names.ts';
import { useUiText } from './ui-text.tsx';

/** What the control inside a field must carry. Spread it: `{(control) => <TextInput {...control} />}`. */
export type FieldControl = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  /** Says "optional" after the label; for forms where nearly everything is required. */
  optional?: boolean | undefined;
  /** Right of the label, e.g. a link or a counter. */
  aside?: ReactNode;
  hideLabel?: boolean | undefined;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
};

export function Field({ label, hint, error, required, optional, aside, hideLabel, className, children }: FieldProps) {
  const id = useId();
  const text = useUiText();
  const messageId = `${id}-message`;
  const hasMessage = Boolean(error) || (hint !== undefined && hint !== null && hint !== '');

  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className={cx('flex items-baseline justify-between gap-3', hideLabel && 'sr-only')}>
        <label htmlFor={id} className="text-sm font-medium text-ink">
          {label}
          {required && <RequiredMark />}
          {optional && <span className="ml-1.5 font-normal text-subtle">{text.optional}</span>}
        </label>
        {aside && <span className="text-sm text-subtle">{aside}</span>}
      </div>
      {children({
        id,
        'aria-describedby': hasMessage ? messageId : undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      <FieldMessage id={messageId} error={error} hint={hint} />
    </div>
  );
}

export const RequiredMark = () => (
  <span aria-hidden className="ml-0.5 text-danger-text">
    *
  </span>
);

type FieldMessageProps = { id: string; error?: string | undefined; hint?: ReactNode };

/** What is wrong stands above the hint, which often says how to put it right. */
export function FieldMessage({ id, error, hint }: FieldMessageProps) {
  if (!error && !hint) return null;
  return (
    <div id={id} className="flex flex-col gap-1 text-xs">
      {error && (
        <p className="flex items-start gap-1.5 text-danger-text">
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          {error}
        </p>
      )}
      {hint && <p className="text-subtle">{hint}</p>}
    </div>
  );
}
