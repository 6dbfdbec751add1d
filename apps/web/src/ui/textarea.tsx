import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';
import { inputClass } from './input-class.ts';

type TextareaProps = ComponentProps<'textarea'> & {
  /** For code, keys and snippets. */
  mono?: boolean | undefined;
};

export function Textarea({ mono, rows = 4, className, ...rest }: TextareaProps) {
  return (
    <textarea
      {...rest}
      rows={rows}
      className={cx(inputClass(), 'h-auto! resize-y py-2', mono && 'font-mono text-sm!', className)}
    />
  );
}
