import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';
import type { Icon } from './icon.ts';
import { inputClass, type InputSize } from './input-class.ts';

export type TextInputProps = Omit<ComponentProps<'input'>, 'size'> & {
  size?: InputSize | undefined;
  icon?: Icon | undefined;
  /** Inside the right edge: a unit, a key cap or a button. */
  suffix?: ReactNode;
};

/** A plain input, so react-hook-form's `register` can be spread on it. */
export function TextInput({ size, icon: Icon, suffix, className, type = 'text', ...rest }: TextInputProps) {
  if (!Icon && !suffix) return <input {...rest} type={type} className={cx(inputClass({ size }), className)} />;
  return (
    <span className={cx('relative flex w-full items-center', className)}>
      {Icon && <Icon aria-hidden className="pointer-events-none absolute left-3 size-4 text-subtle" />}
      <input {...rest} type={type} className={cx(inputClass({ size }), Icon && 'pl-9!', suffix && 'pr-11!')} />
      {suffix && <span className="absolute right-1 flex items-center text-sm text-subtle">{suffix}</span>}
    </span>
  );
}
