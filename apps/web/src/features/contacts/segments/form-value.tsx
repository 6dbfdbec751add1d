import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Select } from '#ui/select.tsx';
import { useBuilder } from './builder-context.ts';
import { ChoicePicker } from './choice-picker.tsx';
import type { RuleValueProps } from './rule-value-props.ts';
import { SpanValue } from './span-value.tsx';

/** `days` is null while its number is being typed: left out it would mean at any time. */
type Value = { formId?: string | null; days?: number | null };

/** Stands for all forms; ids never look like it. */
const any = 'any';

/** One form or any, at any time or in the last days. */
export function FormValue(props: RuleValueProps) {
  const { t } = useTranslation('segments');
  const { catalogue } = useBuilder();
  const value = (props.rule.value ?? {}) as Value;
  const { formId } = value;
  if (catalogue.loaded && catalogue.forms.length === 0 && formId === undefined) return <NoForms />;

  const known = catalogue.forms.map(({ id, name }) => ({ value: id, label: name }));
  const isKnown = typeof formId !== 'string' || known.some((one) => one.value === formId);
  const gone = isKnown ? [] : [{ value: formId, label: catalogue.loaded ? t('value.gone') : '…' }];
  const choices = [{ value: any, label: t('value.anyForm') }, ...known, ...gone];
  const chosen = formId === undefined ? [] : [formId ?? any];
  const choose = ([picked]: string[]) => props.onChange({ ...value, formId: picked === any ? null : picked });
  return (
    <span className="flex flex-wrap items-center gap-2">
      <ChoicePicker
        single
        label={t('valueOf', { number: props.number })}
        placeholder={t('value.chooseForm')}
        choices={choices}
        chosen={chosen}
        onChange={choose}
        invalid={props.invalid && formId === undefined}
        describedBy={props.describedBy}
        className="sm:w-auto! sm:max-w-64 sm:min-w-37.5!"
      >
        <span className="truncate">{choices.find((one) => one.value === chosen[0])?.label}</span>
      </ChoicePicker>
      <Period {...props} value={value} />
    </span>
  );
}

function Period({ value, ...props }: RuleValueProps & { value: Value }) {
  const { t } = useTranslation('segments');
  const { days, ...rest } = value;
  const isLimited = days !== undefined;
  const typeDays = (typed: unknown) => props.onChange({ ...rest, days: (typed as Value).days ?? null });
  return (
    <>
      <Select
        aria-label={t('periodOf', { number: props.number })}
        options={[
          { value: 'ever', label: t('value.anyTime') },
          { value: 'days', label: t('value.inLast') },
        ]}
        value={isLimited ? 'days' : 'ever'}
        onValueChange={(period) => props.onChange(period === 'days' ? { ...rest, days: 30 } : rest)}
        className="sm:w-auto! sm:min-w-33!"
      />
      {isLimited && <SpanValue {...props} onChange={typeDays} />}
    </>
  );
}

function NoForms() {
  const { t } = useTranslation('segments');
  return (
    <Link
      to="/dashboard/forms"
      search={{ create: true }}
      className="flex min-h-(--control-md) items-center text-sm text-link underline underline-offset-2"
    >
      {t('value.createForm')}
    </Link>
  );
}
