import { useQueries, useQuery } from '@tanstack/react-query';
import {
  Building2,
  Calendar,
  CircleDot,
  Hexagon,
  MailCheck,
  PencilLine,
  Split,
  Tag,
  Type,
  type LucideIcon,
} from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientChoicesQuery, organizationQuery } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { FilterChips, type Filter } from '#ui/filter-chips.tsx';
import { importNameQuery } from '../import/queries.ts';
import { fieldsQuery, tagChoicesQuery } from '../queries.ts';
import { everyAutomationQuery, everyFormQuery } from '../segments/queries.ts';
import { campaignNameQuery } from '../segments/sent-campaigns.ts';
import { isGroup, operatorsOf, plainFieldIds, startOf, withOperator, type PlainFieldId } from './conditions.ts';
import { fieldLabel, wordsOf, type Choices } from './filter-words.ts';
import { OneOf } from './option-list.tsx';
import type { Filters } from './use-filters.ts';
import { ValueEditor } from './value-editor.tsx';

const icons: Record<PlainFieldId, LucideIcon> = {
  status: CircleDot,
  source: Split,
  tag: Tag,
  client: Hexagon,
  createdAt: Calendar,
  lastActivityAt: Calendar,
  'consent.email': MailCheck,
  'consent.sms': MailCheck,
  email: Type,
  firstName: Type,
  lastName: Type,
  phone: Type,
  company: Building2,
};

const none: readonly never[] = [];

export function useFilterChoices(): Choices & { isAgency: boolean } {
  const isAgency = useQuery(organizationQuery).data?.type === 'AGENCY';
  const fields = useQuery(fieldsQuery).data?.items ?? none;
  const tags = useQuery(tagChoicesQuery()).data?.items ?? none;
  const clients = useQuery({ ...clientChoicesQuery, enabled: isAgency }).data?.items ?? none;
  return useMemo(
    () => ({
      isAgency,
      fields,
      tags: tags.map(({ id, name, color }) => ({ value: id, label: name, color })),
      clients: clients.map(({ id, name }) => ({ value: id, label: name })),
    }),
    [isAgency, fields, tags, clients],
  );
}

function useFilterFields({ fields, isAgency }: ReturnType<typeof useFilterChoices>) {
  const { t } = useTranslation('contacts');
  const choices: Choices = { fields, tags: none, clients: none };
  const plain = plainFieldIds
    .filter((id) => id !== 'client' || isAgency)
    .map((id) => ({
      id,
      label: fieldLabel(id, { t, choices }),
      group: t('filters.groups.properties'),
      icon: icons[id],
    }));
  const custom = fields.map(({ key, label }) => ({
    id: `custom.${key}`,
    label,
    group: t('filters.groups.custom'),
    icon: PencilLine,
  }));
  return [...plain, ...custom];
}

/** The chip of an import names its file. */
function useImportNames(filters: Filters) {
  const ids = filters.shown.flatMap((rule) => (!isGroup(rule) && rule.kind === 'import' ? rule.importId : []));
  const found = useQueries({ queries: ids.map((id) => ({ ...importNameQuery(id), retry: false })) });
  return found.flatMap(({ data }) => (data ? [{ value: data.id, label: data.name }] : []));
}

/** The chip of a campaign names it; one that was deleted has no name any more. */
function useCampaignNames(filters: Filters) {
  const ids = filters.shown.flatMap((rule) =>
    !isGroup(rule) && rule.kind === 'campaign' && rule.campaignId !== null ? rule.campaignId : [],
  );
  const found = useQueries({ queries: ids.map((id) => ({ ...campaignNameQuery(id), retry: false })) });
  return found.flatMap(({ data }) => (data ? [{ value: data.id, label: data.name }] : []));
}

/** The chip of a form names it; one that was deleted has no name any more. */
function useFormNames(filters: Filters) {
  const isAsked = filters.shown.some((rule) => !isGroup(rule) && rule.kind === 'form' && rule.formId !== null);
  const forms = useQuery({ ...everyFormQuery, enabled: isAsked }).data ?? none;
  return forms.map(({ id, name }) => ({ value: id, label: name }));
}

/** The chip of an automation names it; one that was deleted has no name any more. */
function useAutomationNames(filters: Filters) {
  const isAsked = filters.shown.some((rule) => !isGroup(rule) && rule.kind === 'automation');
  const automations = useQuery({ ...everyAutomationQuery, enabled: isAsked }).data ?? none;
  return automations.map(({ id, name }) => ({ value: id, label: name }));
}

type EditorProps = { filters: Filters; choices: Choices; chip: Filter; close: () => void };

const ruleOf = (filters: Filters, chip: Filter) => {
  const rule = filters.shown[Number(chip.id)];
  return rule && !isGroup(rule) ? rule : undefined;
};

function OperatorEditor({ filters, choices, chip, close }: EditorProps) {
  const { t } = useTranslation('contacts');
  const rule = ruleOf(filters, chip);
  if (!rule) return t('filters.fixed');
  const operators = operatorsOf(rule, choices.fields);
  return (
    <OneOf
      label={chip.field}
      options={operators.map((op) => ({ value: op, label: t(`filters.ops.${op}`) }))}
      value={'op' in rule ? rule.op : undefined}
      onPick={(picked) => {
        const op = operators.find((one) => one === picked);
        if (op) filters.change(Number(chip.id), withOperator(rule, op));
        close();
      }}
    />
  );
}

function ChipValue({ filters, choices, chip, close }: EditorProps) {
  const { t } = useTranslation('contacts');
  const rule = ruleOf(filters, chip);
  if (!rule) return t('filters.fixed');
  return (
    <ValueEditor
      rule={rule}
      choices={choices}
      onChange={(next) => filters.change(Number(chip.id), next)}
      close={close}
    />
  );
}

export function FilterBar({ filters }: { filters: Filters }) {
  const { t } = useTranslation('contacts');
  const format = useFormat();
  const known = useFilterChoices();
  const choices = {
    ...known,
    imports: useImportNames(filters),
    campaigns: useCampaignNames(filters),
    forms: useFormNames(filters),
    automations: useAutomationNames(filters),
  };
  const fields = useFilterFields(known);
  const [justAdded, setJustAdded] = useState<string>();
  const renderOperator = (chip: Filter, close: () => void) => (
    <OperatorEditor filters={filters} choices={choices} chip={chip} close={close} />
  );
  const renderValue = (chip: Filter, close: () => void) => (
    <ChipValue filters={filters} choices={choices} chip={chip} close={close} />
  );

  return (
    <FilterChips
      filters={filters.shown.map((rule, at) => ({ id: String(at), ...wordsOf(rule, { t, format, choices }) }))}
      fields={fields}
      justAdded={justAdded}
      onAdd={(fieldId) => {
        setJustAdded(String(filters.applied.length));
        filters.add(startOf(fieldId, choices.fields));
      }}
      onRemove={(id) => filters.remove(Number(id))}
      editOperator={renderOperator}
      editValue={renderValue}
    />
  );
}
