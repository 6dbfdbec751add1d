import { CircleAlert, X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleProps } from 'react-querybuilder';
import { cx } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Select } from '#ui/select.tsx';
import { useBuilder } from './builder-context.ts';
import { isIncomplete } from './rule-draft.ts';
import { fieldGroups, kindOf, operatorsOf } from './rule-fields.ts';
import { RuleValue } from './rule-value.tsx';

type RowProps = Pick<RuleProps, 'rule' | 'path' | 'actions'> & { onRemove: () => void };

/** One rule as a sentence: field, comparison, value. */
export function RuleRow({ rule, path, actions, onRemove }: RowProps) {
  const { t } = useTranslation('segments');
  const { numberOf, marked, emptiedId, words, catalogue } = useBuilder();
  const noteId = useId();
  const number = numberOf(rule.id);
  const incomplete = isIncomplete(rule);
  const wrong = incomplete && marked.has(rule.id ?? '');
  const emptied = emptiedId === rule.id;
  const kind = kindOf(rule.field, catalogue.typeOf);
  const operators = operatorsOf(rule.field, kind);
  const spans =
    ['activity', 'campaign', 'form'].includes(kind) || rule.operator === 'inLast' || rule.operator === 'notInLast';

  return (
    <div
      role="group"
      aria-label={t('ruleOf', { number })}
      data-part={rule.id}
      className={cx('min-w-0 flex-1', emptied && '-mx-2 -my-1 rounded-md bg-warning-soft px-2 py-1')}
    >
      <div className="flex items-start gap-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-start gap-2">
          <Select
            aria-label={t('fieldOf', { number })}
            options={useFieldOptions(rule.field)}
            value={rule.field}
            onValueChange={(field) => actions.onPropChange('field', field, path)}
            className="sm:w-auto! sm:max-w-56 sm:min-w-37.5! sm:shrink-0"
          />
          <Select
            aria-label={t('operatorOf', { number })}
            options={operators.map((operator) => ({
              value: operator,
              label: words.operatorName(rule.field, operator),
            }))}
            value={rule.operator}
            onValueChange={(operator) => actions.onPropChange('operator', operator, path)}
            className="sm:w-auto! sm:max-w-56 sm:min-w-33! sm:shrink-0"
          />
          <div data-value className={cx('min-w-0 max-sm:w-full', !spans && 'grow basis-40 sm:max-w-[14.5rem]')}>
            <RuleValue
              rule={rule}
              number={number}
              invalid={wrong}
              describedBy={incomplete || emptied ? noteId : undefined}
              onChange={(value) => actions.onPropChange('value', value, path)}
            />
          </div>
        </div>
        <IconButton
          data-remove
          label={t('removeRule', { number })}
          icon={X}
          onClick={onRemove}
          className="max-sm:hidden"
        />
      </div>
      {(incomplete || emptied) && <RowNote id={noteId} emptied={emptied} alarming={wrong} />}
    </div>
  );
}

function RowNote({ id, emptied, alarming }: { id: string; emptied: boolean; alarming: boolean }) {
  const { t } = useTranslation('segments');
  const tone = emptied ? 'text-warning-text' : alarming ? 'text-danger-text' : 'text-subtle';
  return (
    <p id={id} className={cx('mt-1 flex items-center gap-1.5 text-xs', tone)}>
      {(emptied || alarming) && <CircleAlert aria-hidden className="size-3.5" />}
      {t(emptied ? 'emptied' : 'incomplete')}
    </p>
  );
}

/** The fields there are, and the one in use even when it is gone. */
function useFieldOptions(current: string) {
  const { t } = useTranslation('segments');
  const { catalogue, words } = useBuilder();
  const shown = (field: string) =>
    field === current ||
    ((field !== 'client' || catalogue.clients.length > 0) &&
      (field !== 'import' || catalogue.imports.length > 0) &&
      (field !== 'campaign' || catalogue.campaigns.length > 0) &&
      (field !== 'automation' || catalogue.automations.length > 0));
  const own = Object.entries(fieldGroups).map(([group, fields]) => ({
    label: t(`fieldGroups.${group as keyof typeof fieldGroups}`),
    options: fields.filter(shown).map((field) => ({ value: field, label: words.fieldName(field) })),
  }));
  const known = catalogue.fields.map(({ key, label }) => ({ value: `custom.${key}`, label }));
  const gone = current.startsWith('custom.') && !known.some(({ value }) => value === current);
  const custom = gone ? [...known, { value: current, label: words.fieldName(current) }] : known;
  return custom.length > 0 ? [...own, { label: t('fieldGroups.custom'), options: custom }] : own;
}
