import type { ReactNode, RefObject } from 'react';
import { translateSentence } from '#lib/i18n.ts';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useBuilder } from '../builder-context.ts';

export type DraftTextProps = {
  field: 'name' | 'subject' | 'previewText' | 'replyTo';
  label: string;
  maxLength: number;
  type?: 'text' | 'email';
  required?: boolean;
  optional?: boolean;
  hint?: string;
  aside?: ReactNode;
  box?: RefObject<HTMLInputElement | null>;
};

/** One line of the draft. */
export function DraftText({ field, maxLength, type = 'text', box, ...rest }: DraftTextProps) {
  const { draft, change, readOnly, complaints } = useBuilder();
  const complaint = complaints[field];
  return (
    <Field {...rest} error={complaint && translateSentence(complaint)}>
      {(control) => (
        <TextInput
          {...control}
          ref={box}
          type={type}
          value={draft[field]}
          maxLength={maxLength}
          readOnly={readOnly}
          onChange={(event) => change({ [field]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}
