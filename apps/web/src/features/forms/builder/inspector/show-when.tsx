import { conditionOperators, type FormField, formLimits, type VisibleWhen } from '@waggle/contracts/form-definition';
import { fieldsInOrder } from '@waggle/forms/pages';
import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { translateSentence } from '#lib/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useBuilder } from '../builder-context.ts';

type Condition = VisibleWhen['conditions'][number];
const orderComplaint = 'A condition can only look at fields before this one';

/** When people see a field: always, or by what they answered before it. */
export function ShowWhen({ field }: { field: FormField }) {
  const { t } = useTranslation('form-builder');
  const { state, commands, problems } = useBuilder();
  const all = fieldsInOrder(state.history.present);
  const before = all.slice(
    0,
    all.findIndex(({ id }) => id === field.id),
  );
  const { visibleWhen } = field;
  const set = (next: VisibleWhen | null) => commands.change(field.id, { visibleWhen: next });
  const first = before.at(-1);
  const choose = (how: string) => {
    if (how === 'always' || !first) set(null);
    else set({ conditions: visibleWhen?.conditions ?? [conditionOn(first)], match: how as VisibleWhen['match'] });
  };
  const isWrong = problems.get(field.id)?.includes(orderComplaint);
  return (
    <>
      <Field
        label={t('conditions.title')}
        hint={first ? undefined : t('conditions.noneBefore')}
        error={isWrong ? translateSentence(orderComplaint) : undefined}
      >
        {(control) => (
          <Select
            {...control}
            value={visibleWhen?.match ?? 'always'}
            onValueChange={choose}
            options={[
              { value: 'always', label: t('conditions.always') },
              { value: 'all', label: t('conditions.all'), disabled: !first },
              { value: 'any', label: t('conditions.any'), disabled: !first },
            ]}
          />
        )}
      </Field>
      {visibleWhen && <Conditions field={field} before={before} visibleWhen={visibleWhen} onChange={set} />}
    </>
  );
}

/** The usual one: another field was answered, or has its first option. */
const conditionOn = ({ id, options }: FormField): Condition =>
  options.length > 0
    ? { fieldId: id, op: 'is', value: options[0] ?? '' }
    : { fieldId: id, op: 'isAnswered', value: '' };

type ConditionsProps = {
  field: FormField;
  before: readonly FormField[];
  visibleWhen: VisibleWhen;
  onChange: (next: VisibleWhen | null) => void;
};

function Conditions({ before, visibleWhen, onChange }: ConditionsProps) {
  const { t } = useTranslation('form-builder');
  const { readOnly } = useBuilder();
  const { conditions } = visibleWhen;
  const set = (next: Condition[]) => onChange(next.length === 0 ? null : { ...visibleWhen, conditions: next });
  const last = before.at(-1);
  return (
    <>
      <ul className="flex flex-col gap-3">
        {conditions.map((condition, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- a condition has no name but its place.
            key={index}
            aria-label={t('conditions.nth', { number: index + 1 })}
            className="flex flex-col gap-2 rounded-lg bg-fill p-2.5"
          >
            <ConditionForm
              condition={condition}
              before={before}
              onChange={(next) => set(conditions.with(index, next))}
              onRemove={() => set(conditions.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
      {!readOnly && last && conditions.length < formLimits.conditions && (
        <Button size="sm" icon={Plus} className="self-start" onClick={() => set([...conditions, conditionOn(last)])}>
          {t('conditions.add')}
        </Button>
      )}
    </>
  );
}

type ConditionFormProps = {
  condition: Condition;
  before: readonly FormField[];
  onChange: (condition: Condition) => void;
  onRemove: () => void;
};

const needsValue = ({ op }: Condition) => op !== 'isAnswered' && op !== 'isNotAnswered';

function ConditionForm({ condition, before, onChange, onRemove }: ConditionFormProps) {
  const { t } = useTranslation('form-builder');
  const { readOnly } = useBuilder();
  const asked = before.find(({ id }) => id === condition.fieldId);
  const choose = (fieldId: string) => {
    const next = before.find(({ id }) => id === fieldId);
    if (next) onChange(conditionOn(next));
  };
  return (
    <>
      <div className="flex items-center gap-1.5">
        <Select
          size="sm"
          aria-label={t('conditions.field')}
          value={condition.fieldId}
          placeholder={t('conditions.gone')}
          onValueChange={choose}
          options={before.map(({ id, label, type }) => ({ value: id, label: label || t(`kinds.${type}`) }))}
        />
        {!readOnly && <IconButton size="sm" icon={X} label={t('conditions.remove')} onClick={onRemove} />}
      </div>
      <Select
        size="sm"
        aria-label={t('conditions.operator')}
        value={condition.op}
        onValueChange={(op) => onChange({ ...condition, op: op as Condition['op'] })}
        options={conditionOperators.map((op) => ({ value: op, label: t(`conditions.operators.${op}`) }))}
      />
      {needsValue(condition) && (
        <ConditionValue condition={condition} options={asked?.options ?? []} onChange={onChange} />
      )}
    </>
  );
}

type ConditionValueProps = {
  condition: Condition;
  options: readonly string[];
  onChange: (condition: Condition) => void;
};

function ConditionValue({ condition, options, onChange }: ConditionValueProps) {
  const { t } = useTranslation('form-builder');
  const choices = [...new Set(options)].filter((option) => option !== '');
  if (choices.length > 0 && condition.op !== 'contains')
    return (
      <Select
        size="sm"
        aria-label={t('conditions.value')}
        value={condition.value}
        placeholder={t('conditions.chooseValue')}
        onValueChange={(value) => onChange({ ...condition, value })}
        options={choices.map((option) => ({ value: option, label: option }))}
      />
    );
  return (
    <TextInput
      size="sm"
      aria-label={t('conditions.value')}
      value={condition.value}
      maxLength={200}
      onChange={(event) => onChange({ ...condition, value: event.currentTarget.value })}
    />
  );
}
