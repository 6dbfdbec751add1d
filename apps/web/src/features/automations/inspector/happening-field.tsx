import type { Happening, Trigger } from '@waggle/contracts/automation-document';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { triggerIcons } from '../words/step-icons.ts';
import { happeningKinds, makeTrigger } from './make-trigger.ts';
import { WhatField } from './what-field.tsx';

type KindFieldProps<Kind extends Trigger['kind']> = {
  label: string;
  kinds: readonly Kind[];
  value: Kind | undefined;
  onChange: (made: Extract<Trigger, { kind: Kind }>) => void;
};

/** What happens. Kinds of which there is nothing to choose yet say so. */
export function KindField<Kind extends Trigger['kind']>({ label, kinds, value, onChange }: KindFieldProps<Kind>) {
  const { t } = useTranslation('automation-editor');
  const { catalogue, words, readOnly } = useEditor();
  const options = kinds.map((kind) => {
    const isPossible = makeTrigger(kind, catalogue) !== null;
    return {
      value: kind,
      label: words.triggerKind(kind),
      icon: triggerIcons[kind],
      disabled: !isPossible,
      ...(!isPossible && { description: t('nothingToChoose') }),
    };
  });
  const choose = (kind: string) => {
    const made = makeTrigger(kind as Kind, catalogue);
    if (made) onChange(made);
  };
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          options={options}
          value={value ?? ''}
          placeholder={t('choose')}
          disabled={readOnly}
          onValueChange={choose}
        />
      )}
    </Field>
  );
}

type HappeningFieldProps = { label: string; value: Happening | null; onChange: (what: Happening) => void };

/** Something that a contact does, and what it speaks of. */
export function HappeningField({ label, value, onChange }: HappeningFieldProps) {
  return (
    <div className="flex flex-col gap-3">
      <KindField label={label} kinds={happeningKinds} value={value?.kind} onChange={onChange} />
      {value && <WhatField value={value} onChange={(next) => onChange(next as Happening)} />}
    </div>
  );
}
