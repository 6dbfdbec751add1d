import type { Condition } from '@waggle/contracts/contact-rules';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import type { Catalogue } from './rule-catalogue.ts';
import { kindOf, needsValue } from './rule-fields.ts';
import { rowOf } from './rule-query.ts';

type Key = ParseKeys<'segments'>;

/** The names of fields, operators and values, and whole rules as sentences. */
export function useRuleWords(catalogue: Catalogue) {
  const { t } = useTranslation('segments');
  const format = useFormat();

  const fieldName = (field: string): string => {
    if (!field.startsWith('custom.')) return t(`fields.${field.replace('.', '_')}` as Key);
    const key = field.slice('custom.'.length);
    return catalogue.fields.find((known) => known.key === key)?.label ?? t('fields.gone');
  };
  const operatorName = (field: string, operator: string): string => {
    const dated = field.startsWith('custom.') && kindOf(field, catalogue.typeOf) === 'date';
    if (field === 'client') return t(operator === 'isNoneOf' ? 'operators.isNot' : 'operators.is');
    const ordered = operator === 'lessThan' || operator === 'greaterThan';
    return t(`operators.${operator}${dated && ordered ? 'Date' : ''}` as Key);
  };
  const named = (ids: string[]) =>
    ids.map((id) => catalogue.nameOf(id) ?? (catalogue.loaded ? t('value.gone') : '…')).join(', ');
  const said = (values: readonly string[]) => values.map((word) => t(`words.${word}` as Key)).join(', ');
  const days = (count: number) => t('value.daysSaid', { count, shown: format.number(count) });
  const often = ({ days: span, atLeast: count }: { days: number; atLeast: number }) =>
    count > 1 ? `${days(span)}, ${t('value.timesSaid', { count, shown: format.number(count) })}` : days(span);

  const dated = ({ op, date, days: span = 0 }: Extract<Condition, { kind: 'date' }>) =>
    op === 'before' || op === 'after' ? format.date(`${date}T12:00:00Z`) : days(span);
  const campaign = ({ campaignId, days: span = 0 }: Extract<Condition, { kind: 'campaign' }>) =>
    campaignId === null ? t('value.anyCampaignIn', { days: days(span) }) : named([campaignId]);

  const form = ({ formId, days: span }: Extract<Condition, { kind: 'form' }>) => {
    const name = formId === null ? t('value.anyFormSaid') : named([formId]);
    return span === undefined ? name : t('value.formIn', { form: name, days: days(span) });
  };

  const valueText = (condition: Condition): string => {
    switch (condition.kind) {
      case 'text':
      case 'custom':
        return needsValue(condition.op) ? `“${condition.value}”` : '';
      case 'tag':
        return named(condition.tagIds);
      case 'client':
        return named(condition.clientIds);
      case 'campaign':
        return campaign(condition);
      case 'form':
        return form(condition);
      case 'automation':
        return named([condition.automationId]);
      case 'import':
        return named([condition.importId]);
      case 'date':
        return dated(condition);
      case 'activity':
        return often(condition);
      default:
        return said(condition.values);
    }
  };

  /** A rule in its three parts, in the order they are read. */
  const partsOf = (condition: Condition) => {
    const { field, operator } = rowOf(condition);
    return { field: fieldName(field), operator: operatorName(field, operator), value: valueText(condition) };
  };
  const sentence = (condition: Condition): string => Object.values(partsOf(condition)).filter(Boolean).join(' ');

  return { fieldName, operatorName, wordName: (word: string) => t(`words.${word}` as Key), partsOf, sentence };
}
