import { type Happening, stepsOf, type Trigger } from '@waggle/contracts/automation-document';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { Select, type SelectProps } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { ChoiceField } from './choice-field.tsx';
import { DateTriggerFields } from './date-trigger-fields.tsx';

/** Stands for any; ids never look like it. */
const any = 'any';

type WhatFieldProps = { value: Happening | Trigger; onChange: (value: Happening | Trigger) => void };

/** Which form, tag, segment, email or code it is about. */
export function WhatField({ value, onChange }: WhatFieldProps) {
  if (value.kind === 'email.opened' || value.kind === 'email.clicked')
    return <EmailChoice value={value.of} onChange={(of) => onChange({ ...value, of })} />;
  if (value.kind === 'event')
    return <EventField value={value.name} onChange={(name) => onChange({ ...value, name })} />;
  if (value.kind === 'date') return <DateTriggerFields value={value} onChange={onChange} />;
  return <RecordChoice value={value} onChange={onChange} />;
}

/** Of each kind: where its choices are, and under which key the chosen one is kept. */
const records = {
  'form.submitted': { list: 'forms', key: 'formId', name: 'form', any: 'form' },
  'qr.scanned': { list: 'codes', key: 'codeId', name: 'code', any: 'code' },
  'tag.added': { list: 'tags', key: 'tagId', name: 'tag', any: undefined },
  'tag.removed': { list: 'tags', key: 'tagId', name: 'tag', any: undefined },
  'segment.entered': { list: 'segments', key: 'segmentId', name: 'segment', any: undefined },
  'segment.left': { list: 'segments', key: 'segmentId', name: 'segment', any: undefined },
  'automation.completed': { list: 'automations', key: 'automationId', name: 'automation', any: undefined },
} as const;

function RecordChoice({ value, onChange }: WhatFieldProps) {
  const { t } = useTranslation('automation-editor');
  const { catalogue } = useEditor();
  const record = value.kind in records ? records[value.kind as keyof typeof records] : undefined;
  if (!record) return null;
  const chosen = (value as unknown as Record<string, string | null>)[record.key] ?? null;
  return (
    <ChoiceField
      label={t(`what.${record.name}`)}
      list={catalogue[record.list]}
      {...(record.any && { anyLabel: t(`any.${record.any}`) })}
      value={chosen}
      onChange={(id) => onChange({ ...value, [record.key]: id })}
    />
  );
}

type OfEmail = Extract<Happening, { kind: 'email.opened' }>['of'];

/** Any email, one of this automation, or a campaign. */
function EmailChoice({ value, onChange }: { value: OfEmail; onChange: (of: OfEmail) => void }) {
  const { t } = useTranslation('automation-editor');
  const { document, catalogue, words, readOnly } = useEditor();
  const own = [...stepsOf(document.steps)].filter(({ kind }) => kind === 'email');
  const chosen = !value ? any : 'step' in value ? value.step : value.campaignId;
  const options: SelectProps['options'] = [
    { value: any, label: t('any.email') },
    { label: t('what.ownEmails'), options: own.map((step) => ({ value: step.id, label: words.title(step) })) },
    {
      label: t('what.campaigns'),
      options: catalogue.campaigns.map(({ id, name }) => ({ value: id, label: name })),
    },
  ].filter((one) => !('options' in one) || one.options.length > 0);
  const choose = (next: string) => {
    if (next === any) return onChange(null);
    onChange(own.some(({ id }) => id === next) ? { step: next } : { campaignId: next });
  };
  return (
    <Field label={t('what.email')}>
      {(control) => <Select {...control} options={options} value={chosen} disabled={readOnly} onValueChange={choose} />}
    </Field>
  );
}

function EventField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const { t } = useTranslation('automation-editor');
  const { readOnly } = useEditor();
  return (
    <Field label={t('what.event')} hint={t('what.eventHint')}>
      {(control) => (
        <TextInput
          {...control}
          value={value}
          maxLength={60}
          readOnly={readOnly}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
