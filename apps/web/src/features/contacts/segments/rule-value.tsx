import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Hexagon } from '#ui/hexagon.tsx';
import { Select } from '#ui/select.tsx';
import { TagChip } from '#ui/tag-chip.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useBuilder } from './builder-context.ts';
import { CampaignValue } from './campaign-value.tsx';
import { ChoicePicker, type Choice } from './choice-picker.tsx';
import { FormValue } from './form-value.tsx';
import type { Named } from './rule-catalogue.ts';
import { kindOf, needsValue, type ValueKind, wordsOf } from './rule-fields.ts';
import type { RuleValueProps } from './rule-value-props.ts';
import { SpanValue } from './span-value.tsx';

const controls: Readonly<Record<ValueKind, (props: RuleValueProps) => ReactNode>> = {
  tags: (props) => <NamedValue {...props} look="tag" />,
  clients: (props) => <NamedValue {...props} look="client" />,
  words: (props) => <WordsValue {...props} />,
  import: (props) => <OneValue {...props} of="imports" prompt="value.chooseImport" />,
  campaign: (props) => <CampaignValue {...props} />,
  form: (props) => <FormValue {...props} />,
  automation: (props) => <OneValue {...props} of="automations" prompt="value.chooseAutomation" />,
  activity: (props) => <SpanValue {...props} withTimes />,
  date: (props) => <DateValue {...props} />,
  choice: (props) => <ChoiceValue {...props} />,
  number: (props) => <TypedValue {...props} type="number" />,
  text: (props) => <TypedValue {...props} type="text" />,
  boolean: (props) => <TypedValue {...props} type="text" />,
};

/** The control for the value of a row, by what its field holds. */
export function RuleValue(props: RuleValueProps) {
  const { catalogue } = useBuilder();
  const { field, operator } = props.rule;
  return needsValue(operator) ? controls[kindOf(field, catalogue.typeOf)](props) : null;
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const ariaOf = ({ invalid, describedBy }: RuleValueProps) => ({
  'aria-invalid': invalid ? (true as const) : undefined,
  'aria-describedby': describedBy,
});

type NamedValueProps = RuleValueProps & { look: 'tag' | 'client' };

function NamedValue({ look, ...props }: NamedValueProps) {
  const { t } = useTranslation('segments');
  const { catalogue } = useBuilder();
  const known = look === 'tag' ? catalogue.tags : catalogue.clients;
  const chosen = listOf(props.rule.value);
  const byId = new Map(known.map((one) => [one.id, one]));
  const gone = chosen
    .filter((id) => !byId.has(id))
    .map((id) => ({ id, name: catalogue.loaded ? t('value.gone') : '…' }));
  const all: Named[] = [...known, ...gone];
  const choices: Choice[] = all.map((one) => ({
    value: one.id,
    label: one.name,
    leading: <Mark of={one} look={look} />,
  }));
  return (
    <ChoicePicker
      label={t('valueOf', { number: props.number })}
      placeholder={t(look === 'tag' ? 'value.chooseTags' : 'value.chooseClients')}
      choices={choices}
      chosen={chosen}
      onChange={props.onChange}
      invalid={props.invalid}
      describedBy={props.describedBy}
    >
      {all
        .filter(({ id }) => chosen.includes(id))
        .map((one) =>
          look === 'tag' ? (
            <TagChip key={one.id} name={one.name} color={one.color ?? 'var(--line-control)'} />
          ) : (
            <span key={one.id} className="inline-flex min-w-0 items-center gap-1.5 px-1 text-ink">
              <Mark of={one} look={look} />
              <span className="truncate">{one.name}</span>
            </span>
          ),
        )}
    </ChoicePicker>
  );
}

function Mark({ of, look }: { of: Named; look: 'tag' | 'client' }) {
  if (look === 'client') return <Hexagon name={of.name} size={20} />;
  return (
    <span
      aria-hidden
      className="size-1.75 shrink-0 rounded-full"
      style={{ background: of.color ?? 'var(--line-control)' }}
    />
  );
}

function WordsValue(props: RuleValueProps) {
  const { t } = useTranslation('segments');
  const { words } = useBuilder();
  const chosen = listOf(props.rule.value);
  const choices = (wordsOf[props.rule.field] ?? []).map((value) => ({ value, label: words.wordName(value) }));
  return (
    <ChoicePicker
      label={t('valueOf', { number: props.number })}
      placeholder={t('value.choose')}
      choices={choices}
      chosen={chosen}
      onChange={props.onChange}
      invalid={props.invalid}
      describedBy={props.describedBy}
    >
      {chosen.map((word) => (
        <span key={word} className="inline-flex h-5.5 items-center rounded-sm bg-fill px-2 text-xs text-muted">
          {words.wordName(word)}
        </span>
      ))}
    </ChoicePicker>
  );
}

type OneValueProps = RuleValueProps & {
  of: 'imports' | 'automations';
  prompt: 'value.chooseImport' | 'value.chooseAutomation';
};

function OneValue({ of, prompt, ...props }: OneValueProps) {
  const { t } = useTranslation('segments');
  const { catalogue } = useBuilder();
  const chosen = textOf(props.rule.value);
  const known = catalogue[of];
  const all = known.map(({ id, name }) => ({ value: id, label: name }));
  const isGone = chosen !== '' && !known.some(({ id }) => id === chosen);
  const gone = isGone ? [{ value: chosen, label: catalogue.loaded ? t('value.gone') : '…' }] : [];
  return (
    <Select
      {...ariaOf(props)}
      aria-label={t('valueOf', { number: props.number })}
      placeholder={t(prompt)}
      options={[...all, ...gone]}
      value={chosen}
      onValueChange={props.onChange}
    />
  );
}

function ChoiceValue(props: RuleValueProps) {
  const { t } = useTranslation('segments');
  const { catalogue } = useBuilder();
  const chosen = textOf(props.rule.value);
  const options = catalogue.fields.find(({ key }) => `custom.${key}` === props.rule.field)?.options ?? [];
  const all = chosen && !options.includes(chosen) ? [...options, chosen] : options;
  return (
    <Select
      {...ariaOf(props)}
      aria-label={t('valueOf', { number: props.number })}
      placeholder={t('value.choose')}
      options={all.map((option) => ({ value: option, label: option }))}
      value={chosen}
      onValueChange={props.onChange}
    />
  );
}

/** Dates of a contact take a day or a number of days; custom ones are a day. */
function DateValue(props: RuleValueProps) {
  const { field, operator, value } = props.rule;
  if (field.startsWith('custom.')) return <TypedValue {...props} type="date" />;
  if (operator === 'inLast' || operator === 'notInLast') return <SpanValue {...props} />;
  const { date } = (value ?? {}) as { date?: string };
  const change = (text: unknown) => props.onChange(text === '' ? {} : { date: text });
  return <TypedValue {...props} type="date" rule={{ ...props.rule, value: date }} onChange={change} />;
}

function TypedValue({ type, ...props }: RuleValueProps & { type: 'text' | 'number' | 'date' }) {
  const { t } = useTranslation('segments');
  return (
    <TextInput
      {...ariaOf(props)}
      type={type}
      step={type === 'number' ? 'any' : undefined}
      maxLength={254}
      autoComplete="off"
      aria-label={t('valueOf', { number: props.number })}
      placeholder={t('value.text')}
      value={textOf(props.rule.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
