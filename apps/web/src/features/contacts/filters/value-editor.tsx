import type { Condition } from '@waggle/contracts/contact-rules';
import { consentStates, contactSources, contactStatuses } from '@waggle/contracts/contact-words';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { takesValue, typeOf } from './conditions.ts';
import { fieldLabel, type Choices } from './filter-words.ts';
import { OneOf, SomeOf } from './option-list.tsx';

type ValueEditorProps = {
  rule: Condition;
  choices: Choices;
  onChange: (rule: Condition) => void;
  close: () => void;
};

/** What is behind the last part of a chip. */
export function ValueEditor({ rule, choices, onChange, close }: ValueEditorProps) {
  const { t } = useTranslation('contacts');
  switch (rule.kind) {
    case 'status':
    case 'source':
    case 'consent':
      return <WordsEditor rule={rule} onChange={onChange} />;
    case 'tag':
      return (
        <SomeOf
          label={t('filters.fields.tag')}
          options={choices.tags}
          chosen={rule.tagIds}
          onChange={(tagIds) => onChange({ ...rule, tagIds })}
        />
      );
    case 'client':
      return (
        <SomeOf
          label={t('filters.fields.client')}
          options={choices.clients}
          chosen={rule.clientIds}
          onChange={(clientIds) => onChange({ ...rule, clientIds })}
        />
      );
    case 'date':
      return <DateEditor rule={rule} onChange={onChange} close={close} />;
    case 'text':
    case 'custom':
      return <TypedEditor rule={rule} choices={choices} onChange={onChange} close={close} />;
    default:
      return <p className="text-sm text-muted">{t('filters.fixed')}</p>;
  }
}

type WordsRule = Extract<Condition, { kind: 'status' | 'source' | 'consent' }>;

function WordsEditor({ rule, onChange }: { rule: WordsRule; onChange: (rule: Condition) => void }) {
  const { t } = useTranslation('contacts');
  const options = {
    status: contactStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
    source: contactSources.map((value) => ({ value, label: t(`source.${value}`) })),
    consent: consentStates.map((value) => ({ value, label: t(`consent.state.${value}`) })),
  }[rule.kind];
  return (
    <SomeOf
      label={t(`filters.words.${rule.kind}`)}
      options={options}
      chosen={rule.values}
      onChange={(values) => onChange({ ...rule, values } as Condition)}
    />
  );
}

type DateRule = Extract<Condition, { kind: 'date' }>;
type DateEditorProps = { rule: DateRule; onChange: (rule: Condition) => void; close: () => void };

function DateEditor({ rule, onChange, close }: DateEditorProps) {
  const { t } = useTranslation('contacts');
  const byDate = rule.op === 'before' || rule.op === 'after';
  return (
    <Typing
      label={t(byDate ? 'filters.date' : 'filters.dayCount')}
      type={byDate ? 'date' : 'number'}
      value={byDate ? (rule.date ?? '') : String(rule.days ?? '')}
      onDone={(typed) => {
        const days = Math.round(Number(typed));
        if (byDate && typed) onChange({ ...rule, date: typed });
        if (!byDate && days >= 1 && days <= 3650) onChange({ ...rule, days });
        close();
      }}
    />
  );
}

type TypedRule = Extract<Condition, { kind: 'text' | 'custom' }>;

function TypedEditor({ rule, choices, onChange, close }: ValueEditorProps & { rule: TypedRule }) {
  const { t } = useTranslation('contacts');
  const type = rule.kind === 'custom' ? typeOf(rule.key, choices.fields) : 'text';
  const label = fieldLabel(rule.kind === 'custom' ? `custom.${rule.key}` : rule.field, { t, choices });
  const done = (value: string) => {
    onChange({ ...rule, value });
    close();
  };
  if (!takesValue(rule)) return <p className="max-w-56 text-sm text-muted">{t('filters.noValue')}</p>;
  if (rule.kind === 'custom' && type === 'choice') {
    const field = choices.fields.find(({ key }) => key === rule.key);
    const options = (field?.options ?? []).map((value) => ({ value, label: value }));
    return <OneOf label={label} options={options} value={rule.value} onPick={done} />;
  }
  return (
    <Typing
      label={label}
      type={type === 'number' || type === 'date' ? type : 'text'}
      value={rule.value}
      onDone={(typed) => done(typed.trim())}
    />
  );
}

type TypingProps = {
  label: string;
  type: 'text' | 'number' | 'date';
  value: string;
  onDone: (typed: string) => void;
};

function Typing({ label, type, value, onDone }: TypingProps) {
  const { t } = useTranslation('contacts');
  const [typed, setTyped] = useState(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDone(typed);
  };
  return (
    <form noValidate onSubmit={submit} className="flex w-56 flex-col gap-2.5">
      <Field label={label}>
        {(control) => (
          <TextInput
            {...control}
            type={type}
            min={type === 'number' ? 1 : undefined}
            size="sm"
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit" size="sm" className="self-end">
        {t('filters.apply')}
      </Button>
    </form>
  );
}
