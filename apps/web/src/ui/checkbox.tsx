import { useCallback, type ComponentProps, type ReactNode } from 'react';
import { cx } from './class-names.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'size'> & {
  label?: ReactNode;
  description?: ReactNode;
  indeterminate?: boolean | undefined;
  onCheckedChange?: ((checked: boolean) => void) | undefined;
};

/** A native checkbox, so `register` can be spread on it. Without `label` give it an `aria-label`. */
export function Checkbox({ label, description, className, ...rest }: CheckboxProps) {
  if (label === undefined) return <CheckboxBox {...rest} className={className} />;
  return (
    <label
      className={cx(
        'inline-flex items-start gap-2.5 text-sm text-ink has-aria-disabled:text-subtle has-disabled:text-subtle coarse:py-2',
        className,
      )}
    >
      <CheckboxBox {...rest} className="mt-px" />
      <span>
        {label}
        {description && <span className="mt-0.5 block text-xs text-subtle">{description}</span>}
      </span>
    </label>
  );
}

function CheckboxBox({ indeterminate = false, onCheckedChange, onChange, ref, className, ...rest }: CheckboxProps) {
  const attach = useCallback(
    (input: HTMLInputElement | null) => {
      if (input) input.indeterminate = indeterminate;
      if (typeof ref === 'function') return ref(input);
      if (ref) ref.current = input;
    },
    [ref, indeterminate],
  );

  return (
    <span className={cx('relative inline-grid size-4 shrink-0 place-items-center', className)}>
      <input
        {...rest}
        ref={attach}
        type="checkbox"
        onChange={(event) => {
          onChange?.(event);
          onCheckedChange?.(event.currentTarget.checked);
        }}
        // The invisible rim makes the 16 px box a 24 px target, 44 on touch.
        className="peer size-4 appearance-none rounded-xs border-[1.5px] border-line-control bg-surface transition-colors duration-(--duration-instant) before:absolute before:-inset-1 coarse:before:-inset-3.5 checked:border-control-on checked:bg-control-on indeterminate:border-control-on indeterminate:bg-control-on disabled:border-line-strong disabled:bg-fill aria-invalid:border-danger"
      />
      <CheckMark indeterminate={indeterminate} />
    </span>
  );
}

function CheckMark({ indeterminate }: { indeterminate: boolean }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx(
        'pointer-events-none absolute size-4 text-on-control',
        !indeterminate && 'opacity-0 peer-checked:opacity-100 peer-disabled:text-subtle',
      )}
    >
      <path d={indeterminate ? 'M4.5 8h7' : 'M4.2 8.4l2.5 2.4 5-5.2'} />
    </svg>
  );
}
