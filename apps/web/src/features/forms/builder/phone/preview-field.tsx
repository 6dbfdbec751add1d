import type { FormField } from '@waggle/contracts/form-definition';
import { useId, type ReactNode } from 'react';

type PreviewFieldProps = {
  field: FormField;
  value: string;
  error: string | undefined;
  /** First option of a list to choose from. */
  choose: string;
  onChange: (value: string) => void;
};

/** 16 px: a browser on a phone zooms in on smaller text. */
const box =
  'min-h-11 w-full rounded-md border border-line-control bg-surface px-3 text-base text-ink placeholder:text-subtle aria-invalid:border-danger';
const types = { text: 'text', email: 'email', phone: 'tel' } as const;

/** A field that can be filled in, as on the public page. */
export function PreviewField(props: PreviewFieldProps) {
  const { field, error } = props;
  const id = useId();
  const notes = [field.help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const Control = field.type === 'radio' ? Radios : field.type === 'checkbox' || field.type === 'consent' ? Box : Line;
  return (
    <div className="flex flex-col gap-1.5">
      <Control {...props} id={id} notes={notes} />
      {field.help && (
        <p id={`${id}-help`} className="text-xs text-subtle">
          {field.help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger-text">
          {error}
        </p>
      )}
    </div>
  );
}

type ControlProps = PreviewFieldProps & { id: string; notes: string | undefined };

const about = ({ field, error, notes }: ControlProps) => ({
  'aria-describedby': notes,
  'aria-invalid': error ? true : undefined,
  'aria-required': field.required,
});

function Label({ field: { label, required } }: Pick<PreviewFieldProps, 'field'>) {
  return (
    <>
      {label}
      {required && (
        <span aria-hidden className="text-danger-text">
          {' *'}
        </span>
      )}
    </>
  );
}

function Radios({ field, value, onChange, id, notes }: ControlProps) {
  return (
    <fieldset aria-describedby={notes} className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold text-ink">
        <Label field={field} />
      </legend>
      {field.options.map((option) => (
        <Ticked key={option}>
          <input type="radio" name={id} checked={value === option} onChange={() => onChange(option)} />
          {option}
        </Ticked>
      ))}
    </fieldset>
  );
}

function Box(props: ControlProps) {
  const { field, value, onChange } = props;
  return (
    <Ticked>
      <input
        type="checkbox"
        checked={value !== ''}
        onChange={(event) => onChange(event.currentTarget.checked ? 'on' : '')}
        {...about(props)}
      />
      <span>
        <Label field={field} />
      </span>
    </Ticked>
  );
}

function Line(props: ControlProps) {
  const { field, value, choose, onChange, id } = props;
  const shared = { id, value, className: box, ...about(props) };
  return (
    <>
      <label htmlFor={id} className="text-sm font-semibold text-ink">
        <Label field={field} />
      </label>
      {field.type === 'textarea' && (
        <textarea
          {...shared}
          rows={4}
          placeholder={field.placeholder}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {field.type === 'select' && (
        <select {...shared} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">{field.placeholder || choose}</option>
          {field.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
      {(field.type === 'text' || field.type === 'email' || field.type === 'phone') && (
        <input
          {...shared}
          type={types[field.type]}
          placeholder={field.placeholder}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </>
  );
}

function Ticked({ children }: { children: ReactNode }) {
  return (
    <label className="flex min-h-11 items-center gap-3 rounded-md border border-line-control px-3 py-2 text-sm text-ink">
      {children}
    </label>
  );
}
