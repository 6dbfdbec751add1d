import { z } from 'zod';
import { consentStates, contactSources, contactStatuses } from './contact-words.ts';
import { idOf } from './endpoint.ts';
import { day, line } from './fields.ts';
import { Timezone } from './timezones.ts';

/** What a rule tree may hold at most; a deeper or longer one is a mistake or an attack. */
export const ruleLimits = { depth: 4, conditions: 60, values: 100 } as const;

const values = <Value extends z.ZodType>(value: Value) => z.array(value).min(1).max(ruleLimits.values);
const days = z.int().min(1).max(3650);
/** A key of a custom field; the same pattern stands in the database. */
export const FieldKey = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Invalid field');

export const textOperators = ['is', 'isNot', 'contains', 'startsWith', 'endsWith', 'isEmpty', 'isNotEmpty'] as const;
const TextOperator = z.enum(textOperators);
/** What people do, as their activity is called; each subsystem writes its own. */
export const engagements = ['email.opened', 'email.clicked', 'form.submitted', 'qr.scanned', 'purchase.made'] as const;

const TextCondition = z.strictObject({
  kind: z.literal('text'),
  field: z.enum(['email', 'firstName', 'lastName', 'phone', 'company']),
  op: TextOperator,
  /** Not looked at by isEmpty and isNotEmpty. */
  value: line(254).default(''),
});
const StatusCondition = z.strictObject({
  kind: z.literal('status'),
  op: z.enum(['isAnyOf', 'isNoneOf']),
  values: values(z.enum(contactStatuses)),
});
const SourceCondition = z.strictObject({
  kind: z.literal('source'),
  op: z.enum(['isAnyOf', 'isNoneOf']),
  values: values(z.enum(contactSources)),
});
const ClientCondition = z.strictObject({
  kind: z.literal('client'),
  op: z.enum(['isAnyOf', 'isNoneOf']),
  clientIds: values(idOf('client')),
});
const DateCondition = z.strictObject({
  kind: z.literal('date'),
  field: z.enum(['createdAt', 'lastActivityAt']),
  /** `before` and `after` take a date, `inLast` and `notInLast` days. A day begins at midnight UTC, or of the zone that is named. */
  op: z.enum(['before', 'after', 'inLast', 'notInLast']),
  date: day().optional(),
  timezone: Timezone.optional(),
  days: days.optional(),
});
const TagCondition = z.strictObject({
  kind: z.literal('tag'),
  op: z.enum(['hasAnyOf', 'hasAllOf', 'hasNoneOf']),
  tagIds: values(idOf('tag')),
});
const ActivityCondition = z.strictObject({
  kind: z.literal('activity'),
  activity: z.enum(engagements),
  op: z.enum(['did', 'didNot']),
  days,
  atLeast: z.int().min(1).max(1_000).default(1),
});
const ConsentCondition = z.strictObject({
  kind: z.literal('consent'),
  channel: z.enum(['email', 'sms']),
  op: z.enum(['isAnyOf', 'isNoneOf']),
  values: values(z.enum(consentStates)),
});
const CustomCondition = z.strictObject({
  kind: z.literal('custom'),
  key: FieldKey,
  /** Which of these fit is decided by the type of the field: less and greater for numbers and dates, true for booleans. */
  op: z.enum([...textOperators, 'lessThan', 'greaterThan', 'isTrue', 'isFalse']),
  value: line(500).default(''),
});
/** What became of an email: `didNotOpen` and `didNotClick` speak of people who were sent it. */
export const campaignOperators = [
  'wasSent',
  'wasNotSent',
  'opened',
  'didNotOpen',
  'clicked',
  'didNotClick',
  'bounced',
] as const;
const CampaignCondition = z.strictObject({
  kind: z.literal('campaign'),
  op: z.enum(campaignOperators),
  /** Null is any campaign of the last days. */
  campaignId: idOf('campaign').nullable(),
  days: days.optional(),
});
/** What looks like spam was not submitted, and neither was a form that is deleted since. */
export const formOperators = ['submitted', 'didNotSubmit'] as const;
const FormCondition = z.strictObject({
  kind: z.literal('form'),
  op: z.enum(formOperators),
  /** Null is any form. */
  formId: idOf('form').nullable(),
  /** Left out, at any time. */
  days: days.optional(),
});
/** `completed` passed the last step; who reached the goal left before it. Who is inside again after that has done both. */
export const automationOperators = ['isInside', 'isNotInside', 'completed', 'didNotComplete', 'reachedGoal'] as const;
/** Speaks of contacts of the automation's own client; one that is deleted has nobody, whichever way it is asked. */
const AutomationCondition = z.strictObject({
  kind: z.literal('automation'),
  op: z.enum(automationOperators),
  automationId: idOf('automation'),
});
const ImportCondition = z.strictObject({ kind: z.literal('import'), importId: idOf('import') });

export const Condition = z
  .discriminatedUnion('kind', [
    TextCondition,
    StatusCondition,
    SourceCondition,
    ClientCondition,
    DateCondition,
    TagCondition,
    ActivityCondition,
    ConsentCondition,
    CustomCondition,
    CampaignCondition,
    FormCondition,
    AutomationCondition,
    ImportCondition,
  ])
  .refine(
    (condition) =>
      condition.kind !== 'date' ||
      (condition.op === 'before' || condition.op === 'after'
        ? condition.date !== undefined
        : condition.days !== undefined),
    'Choose a date or a number of days',
  )
  .refine(
    (condition) => condition.kind !== 'campaign' || (condition.campaignId === null) === (condition.days !== undefined),
    'Choose a campaign or a number of days',
  );
export type Condition = z.output<typeof Condition>;
export type ConditionKind = Condition['kind'];

export type RuleGroup = { match: 'all' | 'any' | 'none'; rules: Rule[] };
export type Rule = RuleGroup | Condition;

const match = z.enum(['all', 'any', 'none']);
/** Built level by level instead of lazily, so that the depth has an end. */
const groupOf = (depth: number): z.ZodType<RuleGroup> =>
  z.strictObject({
    match,
    rules: z.array(depth === 1 ? Condition : z.union([groupOf(depth - 1), Condition])).max(ruleLimits.conditions),
  });

const conditionsIn = (group: RuleGroup): number =>
  group.rules.reduce((sum, rule) => sum + ('rules' in rule ? conditionsIn(rule) : 1), 0);

/** An empty `all` matches everybody, an empty `any` nobody, an empty `none` everybody. */
export const RuleTree = groupOf(ruleLimits.depth).refine(
  (tree) => conditionsIn(tree) <= ruleLimits.conditions,
  `Use at most ${ruleLimits.conditions} conditions`,
);

/** The same tree in the address of a page or a call, as JSON. */
export const RulesInAddress = z
  .string()
  .max(6_000)
  .transform((text, ctx) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      ctx.addIssue({ code: 'custom', message: "This filter isn't valid." });
      return z.NEVER;
    }
  })
  .pipe(RuleTree);
