import { cx } from '#ui/class-names.ts';

type InPlaceProps = {
  /** Read aloud: what is seen is the text itself. */
  label: string;
  value: string;
  placeholder?: string | undefined;
  maxLength: number;
  multiline?: boolean | undefined;
  readOnly: boolean;
  invalid?: boolean | undefined;
  onChange: (value: string) => void;
  className?: string | undefined;
  /** For the keyboard to find it after a drawing. */
  mark?: string | undefined;
};

const frame =
  'w-full min-w-0 resize-none rounded-sm border border-transparent bg-transparent px-1 -mx-1 outline-none placeholder:text-subtle hover:border-line-strong focus-visible:border-line-control focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-focus aria-invalid:border-danger';

/** A text of the form that is edited where it stands. */
export function InPlace({
  label,
  value,
  placeholder,
  maxLength,
  multiline = false,
  readOnly,
  invalid,
  onChange,
  className,
  mark,
}: InPlaceProps) {
  if (readOnly) return value === '' ? null : <p className={cx('whitespace-pre-line', className)}>{value}</p>;
  const shared = {
    'aria-label': label,
    'aria-invalid': invalid ? (true as const) : undefined,
    'data-label': mark,
    value,
    placeholder,
    maxLength,
    className: cx(frame, className),
  };
  return multiline ? (
    <textarea
      {...shared}
      rows={1}
      onChange={(event) => onChange(event.currentTarget.value)}
      className={cx(shared.className, 'field-sizing-content')}
    />
  ) : (
    <input {...shared} type="text" onChange={(event) => onChange(event.currentTarget.value)} />
  );
}
