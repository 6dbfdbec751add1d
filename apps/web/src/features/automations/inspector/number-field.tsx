import { useState } from 'react';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useEditor } from '../editor/editor-context.ts';

type NumberFieldProps = {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  hideLabel?: boolean | undefined;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
};

/** A whole number. What is typed on the way to one stays in the field, and the last number counts. */
export function NumberField({ label, hint, error, hideLabel, value, min, max, onChange }: NumberFieldProps) {
  const { readOnly } = useEditor();
  const [typed, setTyped] = useState<string>();
  const type = (text: string) => {
    setTyped(text);
    const number = Number(text);
    if (text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max) onChange(number);
  };
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel}>
      {(control) => (
        <TextInput
          {...control}
          inputMode="numeric"
          value={typed ?? String(value)}
          readOnly={readOnly}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={() => setTyped(undefined)}
        />
      )}
    </Field>
  );
}
