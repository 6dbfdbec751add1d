import {
  automationOperators,
  campaignOperators,
  engagements,
  formOperators,
  textOperators,
} from '@waggle/contracts/contact-rules';
import { consentStates, contactSources, contactStatuses } from '@waggle/contracts/contact-words';
import type { FieldType } from '@waggle/contracts/contact-fields';

const textFields = ['email', 'firstName', 'lastName', 'phone', 'company'] as const;
const dateFields = ['createdAt', 'lastActivityAt'] as const;
const consentFields = ['consent.email', 'consent.sms'] as const;

/** How the value of a row is given. */
export type ValueKind =
  | 'text'
  | 'words'
  | 'tags'
  | 'clients'
  | 'import'
  | 'campaign'
  | 'form'
  | 'automation'
  | 'date'
  | 'activity'
  | FieldType;

/** Fields of every contact, as the field list groups them. */
export const fieldGroups = {
  person: ['tag', ...textFields, 'status', 'source', 'client', 'import'],
  activity: ['campaign', 'form', 'automation', ...engagements, ...dateFields],
  consent: consentFields,
} as const;

export const wordsOf: Readonly<Record<string, readonly string[]>> = {
  status: contactStatuses,
  source: contactSources,
  'consent.email': consentStates,
  'consent.sms': consentStates,
};

const includes = (list: readonly string[], field: string) => list.includes(field);
const single: Readonly<Record<string, ValueKind>> = {
  tag: 'tags',
  client: 'clients',
  import: 'import',
  campaign: 'campaign',
  form: 'form',
  automation: 'automation',
};

/** `typeOf` knows the custom fields; a deleted one is taken as text. */
export function kindOf(field: string, typeOf: (key: string) => FieldType | undefined): ValueKind {
  const known = single[field];
  if (known) return known;
  if (field.startsWith('custom.')) return typeOf(field.slice('custom.'.length)) ?? 'text';
  if (field in wordsOf) return 'words';
  if (includes(dateFields, field)) return 'date';
  return includes(engagements, field) ? 'activity' : 'text';
}

const isOneOf = ['isAnyOf', 'isNoneOf'];
const emptiness = ['isEmpty', 'isNotEmpty'];

const fixedOperators: Readonly<Partial<Record<ValueKind, readonly string[]>>> = {
  tags: ['hasAnyOf', 'hasAllOf', 'hasNoneOf'],
  words: isOneOf,
  clients: isOneOf,
  import: ['isIn'],
  campaign: campaignOperators,
  form: formOperators,
  automation: automationOperators,
  activity: ['did', 'didNot'],
};

export function operatorsOf(field: string, kind: ValueKind): readonly string[] {
  const custom = field.startsWith('custom.');
  const fixed = fixedOperators[kind];
  if (fixed) return fixed;
  switch (kind) {
    case 'date':
      return custom ? ['is', 'lessThan', 'greaterThan', ...emptiness] : ['inLast', 'notInLast', 'before', 'after'];
    case 'number':
      return ['is', 'isNot', 'lessThan', 'greaterThan', ...emptiness];
    case 'boolean':
      return ['isTrue', 'isFalse', ...emptiness];
    case 'choice':
      return ['is', 'isNot', ...emptiness];
    default:
      return textOperators;
  }
}

const bare = ['isEmpty', 'isNotEmpty', 'isTrue', 'isFalse'];
export const needsValue = (operator: string) => !bare.includes(operator);

/** What a row starts with when its field is chosen: a number where most people want one, else nothing. */
export function firstValueOf(field: string, kind: ValueKind): unknown {
  if (kind === 'campaign' || kind === 'form') return {};
  if (kind === 'activity') return { days: 30, atLeast: 1 };
  if (kind === 'date' && !field.startsWith('custom.')) return { days: 30 };
  return kind === 'tags' || kind === 'clients' || kind === 'words' ? [] : '';
}
