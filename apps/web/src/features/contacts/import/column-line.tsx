import type { ContactField } from '@waggle/contracts/contact-fields';
import type { Import } from '@waggle/contracts/imports';
import type { Tag } from '@waggle/contracts/tags';
import { ArrowRight, Check, Plus, Tag as TagIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useBrand } from '#lib/brand.ts';
import { cx } from '#ui/class-names.ts';
import { Select, type SelectOption } from '#ui/select.tsx';
import { splitName } from '@waggle/contracts/full-name';
import { holderOf, stateOf, type Choice, type ColumnState } from './plan.ts';
import type { PlanForm } from './use-plan-form.ts';

type ColumnLineProps = {
  at: number;
  kind: Import['kind'];
  columns: NonNullable<Import['columns']>;
  form: PlanForm;
  fields: readonly ContactField[];
  tags: readonly Tag[];
  onCreate: () => void;
};

const standard = [
  'email',
  'firstName',
  'lastName',
  'fullName',
  'phone',
  'company',
  'timeZone',
  'tags',
  'source',
  'createdAt',
] as const;
const create = 'create';
const cellClass = 'border-b border-line py-2 pr-4 max-sm:block max-sm:border-0 max-sm:p-0';

export function ColumnLine(props: ColumnLineProps) {
  const { t } = useTranslation('contacts-import');
  const brand = useBrand().name;
  const { at, columns, form, tags, onCreate } = props;
  const { header = '', samples = [] } = columns[at] ?? {};
  const choice = form.choices[at] ?? 'skip';
  const state = stateOf(
    choice,
    samples,
    tags.map(({ name }) => name),
  );
  const options = useTargets(props);
  return (
    <tr className="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1 max-sm:border-b max-sm:border-line max-sm:py-3">
      <th scope="row" className={cx(cellClass, 'max-w-48 truncate text-left font-semibold text-ink')}>
        {header}
      </th>
      <td className={cx(cellClass, 'max-w-56 text-muted max-sm:order-3 max-sm:col-span-2')}>
        <span className="flex items-center gap-4">
          <span className="min-w-0 flex-1 truncate" title={samples[0]}>
            {choice === 'fullName' && samples[0] ? <NameParts name={samples[0]} /> : samples[0]}
          </span>
          <ArrowRight aria-hidden className="size-3.5 text-subtle max-sm:hidden" />
        </span>
      </td>
      <td className={cx(cellClass, 'w-56 max-sm:order-4 max-sm:col-span-2 max-sm:w-full')}>
        <Select
          aria-label={t('match.fieldOf', { brand, column: header })}
          value={choice}
          onValueChange={(value) => (value === create ? onCreate() : form.choose(at, value as Choice))}
          options={options}
          className={cx('text-sm!', choice === 'skip' && 'text-subtle!')}
        />
      </td>
      <td className={cx(cellClass, 'w-24 pr-0! max-sm:order-2 max-sm:w-auto')}>
        <StateMark state={state} />
      </td>
    </tr>
  );
}

/** What this column may become; a target another column has is shown with its owner and cannot be taken. */
function useTargets({ at, kind, columns, form, fields }: ColumnLineProps) {
  const { t } = useTranslation('contacts-import');
  const optionOf = (value: Choice, label: string): SelectOption => {
    const holder = holderOf(form.choices, value, at);
    if (holder === undefined) return { value, label };
    return { value, label, disabled: true, description: t('match.usedBy', { column: columns[holder]?.header ?? '' }) };
  };
  const skip = { value: 'skip', label: t('match.targets.skip') };
  if (kind === 'suppressions') return [optionOf('email', t('match.targets.email')), skip];
  const custom = fields.map(({ key, label }) => optionOf(`custom:${key}`, label));
  const plain = standard.map((target) => optionOf(target, t(`match.targets.${target}`)));
  const making = { value: create, label: t('match.createNamed', { name: columns[at]?.header ?? '' }), icon: Plus };
  // What can be chosen comes first, and a new field before everything where nothing here is like the column.
  return [
    ...(columns[at]?.guess.to === 'skip' ? [making, skip] : [skip, making]),
    ...plain.filter(isFree),
    ...(custom.length > 0 ? [{ label: t('match.custom'), options: custom }] : []),
    ...plain.filter((option) => !isFree(option)),
  ];
}

const isFree = ({ disabled = false }: SelectOption): boolean => !disabled;

/** As the import will split it. */
function NameParts({ name }: { name: string }) {
  const { t } = useTranslation('contacts-import');
  const [first, last] = splitName(name);
  return t('match.nameParts', { first: first ?? '–', last: last ?? '–' });
}

function StateMark({ state }: { state: ColumnState }) {
  const { t } = useTranslation('contacts-import');
  const Icon = { matched: Check, newTag: TagIcon, skipped: undefined }[state];
  return (
    <span
      className={cx(
        'flex items-center gap-1.5 text-xs whitespace-nowrap',
        state === 'matched' ? 'font-medium text-success-text' : 'text-subtle',
      )}
    >
      {Icon && <Icon aria-hidden className="size-3.5" />}
      {t(`match.states.${state}`)}
    </span>
  );
}
