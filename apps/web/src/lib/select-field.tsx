import { Controller, type Control, type FieldValues, type Path } from 'react-hook-form';
import { Field } from '#ui/field.tsx';
import { Select, type SelectProps } from '#ui/select.tsx';

type SelectFieldProps<Typed extends FieldValues, Sent> = {
  control: Control<Typed, unknown, Sent>;
  name: Path<Typed>;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  options: SelectProps['options'];
};

/** A labelled choice bound to a form. */
export function SelectField<Typed extends FieldValues, Sent>(props: SelectFieldProps<Typed, Sent>) {
  const { control, name, label, hint, error, options } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(described) => (
        <Controller
          control={control}
          name={name}
          render={({ field }) => (
            <Select
              {...described}
              ref={field.ref}
              value={field.value}
              onValueChange={field.onChange}
              options={options}
            />
          )}
        />
      )}
    </Field>
  );
}
