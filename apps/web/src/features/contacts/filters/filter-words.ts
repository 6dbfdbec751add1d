import type { ContactField } from '@waggle/contracts/contact-fields';
import type { Condition, Rule } from '@waggle/contracts/contact-rules';
import type { TFunction } from 'i18next';
import type { Format } from '#lib/format.ts';
import { isGroup, plainFieldIds, takesValue } from './conditions.ts';

export type Named = { value: string; label: string; color?: string };

/** Names of what filters point at. */
export type Choices = {
  fields: readonly ContactField[];
  tags: readonly Named[];
  clients: readonly Named[];
  /** Files whose people the list is narrowed to. */
  imports?: readonly Named[] | undefined;
  /** Campaigns it is narrowed by. */
  campaigns?: readonly Named[] | undefined;
  /** Forms it is narrowed by. */
  forms?: readonly Named[] | undefined;
  /** Automations it is narrowed by. */
  automations?: readonly Named[] | undefined;
};

type Speech = { t: TFunction<'contacts'>; format: Format; choices: Choices };
type Words = { field: string; operator: string; value: string };

export function wordsOf(rule: Rule, speech: Speech): Words {
  const { t } = speech;
  if (isGroup(rule)) {
    return {
      field: t('filters.group'),
      operator: t(`filters.match.${rule.match}`),
      value: t('filters.conditions', { count: rule.rules.length }),
    };
  }
  return { field: fieldName(rule, speech), operator: operatorName(rule, t), value: valueWords(rule, speech) };
}

export function fieldLabel(fieldId: string, { t, choices }: Pick<Speech, 't' | 'choices'>): string {
  const plain = plainFieldIds.find((id) => id === fieldId);
  if (plain) return t(`filters.fields.${plain.replace('.', '_') as 'status'}`);
  const key = fieldId.replace('custom.', '');
  return choices.fields.find((field) => field.key === key)?.label ?? key;
}

function fieldName(rule: Condition, speech: Speech): string {
  if (rule.kind === 'import') return speech.t('filters.fields.import');
  if (rule.kind === 'activity') return speech.t('filters.fields.activity');
  if (rule.kind === 'campaign') return speech.t('filters.fields.campaign');
  if (rule.kind === 'form') return speech.t('filters.fields.form');
  if (rule.kind === 'automation') return speech.t('filters.fields.automation');
  if (rule.kind === 'custom') return fieldLabel(`custom.${rule.key}`, speech);
  if (rule.kind === 'text' || rule.kind === 'date') return fieldLabel(rule.field, speech);
  return fieldLabel(rule.kind === 'consent' ? `consent.${rule.channel}` : rule.kind, speech);
}

const operatorName = (rule: Condition, t: TFunction<'contacts'>): string =>
  rule.kind === 'import' ? t('filters.ops.is') : t(`filters.ops.${rule.op}`);

function valueWords(rule: Condition, speech: Speech): string {
  const { t, choices } = speech;
  switch (rule.kind) {
    case 'status':
      return listed(
        rule.values.map((one) => t(`status.${one}`)),
        speech,
      );
    case 'source':
      return listed(
        rule.values.map((one) => t(`source.${one}`)),
        speech,
      );
    case 'consent':
      return listed(
        rule.values.map((one) => t(`consent.state.${one}`)),
        speech,
      );
    case 'tag':
      return listed(namesOf(rule.tagIds, choices.tags), speech);
    case 'client':
      return listed(namesOf(rule.clientIds, choices.clients), speech);
    case 'date':
      return dateWords(rule, speech);
    case 'activity':
      return t('filters.days', { count: rule.days });
    case 'campaign':
      return campaignWords(rule, speech);
    case 'form':
      return formWords(rule, speech);
    case 'automation':
      return namesOf([rule.automationId], choices.automations).join('');
    case 'import':
      return namesOf([rule.importId], choices.imports).join('');
    default:
      return typedWords(rule, speech);
  }
}

const dateWords = ({ date, days }: Extract<Condition, { kind: 'date' }>, { t, format }: Speech) =>
  date && days === undefined ? format.date(`${date}T12:00:00Z`) : t('filters.days', { count: days ?? 0 });

const campaignWords = ({ campaignId, days = 0 }: Extract<Condition, { kind: 'campaign' }>, { t, choices }: Speech) =>
  campaignId === null ? t('filters.anyCampaign', { count: days }) : namesOf([campaignId], choices.campaigns).join('');

const formWords = ({ formId, days }: Extract<Condition, { kind: 'form' }>, { t, choices }: Speech) => {
  const form = formId === null ? t('filters.anyForm') : namesOf([formId], choices.forms).join('');
  return days === undefined ? form : t('filters.formIn', { form, count: days });
};

const typedWords = (rule: Extract<Condition, { kind: 'text' | 'custom' }>, { t }: Speech) =>
  takesValue(rule) ? rule.value || t('filters.choose') : '–';

const namesOf = (ids: readonly string[], named: readonly Named[] = []) =>
  ids.map((id) => named.find(({ value }) => value === id)?.label ?? '…');

/** Up to two by name, more by number. */
function listed(names: readonly string[], { t, format }: Speech): string {
  if (names.length === 0) return t('filters.choose');
  return names.length <= 2 ? format.list([...names]) : t('filters.several', { number: names.length });
}
