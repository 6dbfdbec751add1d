import { FrameText } from '@waggle/contracts/qr-design';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { translateSentence } from '#lib/i18n.ts';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { DesignProps } from './design-props.ts';

/** The line below the code. What cannot be drawn stays in the field with the reason, and out of the design. */
export function FrameField({ design, onDesign }: DesignProps) {
  const { t } = useTranslation('links');
  const [refused, setRefused] = useState<string>();
  const text = refused === undefined ? undefined : FrameText.safeParse(refused);
  const fault = text?.success === false ? text.error.issues[0]?.message : undefined;
  const [typed, setTyped] = useState(design.frameText ?? '');
  // Another design was chosen: a preset, or the one that is kept.
  if (refused === undefined && design.frameText !== (typed.trim() === '' ? null : typed.trim().normalize('NFC')))
    setTyped(design.frameText ?? '');
  const change = (next: string) => {
    setTyped(next);
    const isEmpty = next.trim() === '';
    const parsed = FrameText.safeParse(next);
    setRefused(isEmpty || parsed.success ? undefined : next);
    if (isEmpty) onDesign({ ...design, frameText: null });
    else if (parsed.success) onDesign({ ...design, frameText: parsed.data });
  };
  return (
    <Field
      label={t('designer.frame')}
      optional
      hint={t('designer.frameHint')}
      error={fault === undefined ? undefined : translateSentence(fault)}
    >
      {(control) => (
        <TextInput
          {...control}
          value={typed}
          maxLength={30}
          autoComplete="off"
          placeholder={t('designer.frameExample')}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
