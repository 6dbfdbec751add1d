import { allHeard, type News } from '@waggle/automations/needs';
import type { Program } from '@waggle/automations/program';
import { isRecorded } from '@waggle/automations/rules-then';
import { type AutomationDocument, type Happening, stepsOf } from '@waggle/contracts/automation-document';
import type { Condition, Rule } from '@waggle/contracts/contact-rules';
import { lineOf } from '../triggers/listening.ts';

/** What has to be read of every contact to lead it through on paper. */
export type Asked = {
  /** Types of lines; one that ends with a star stands for all that begin so. */
  types: string[];
  /** Days before the beginning that rules look back. */
  lookBackDays: number;
  /** All conditions of all rules. */
  conditions: Condition[];
  /** Those that only today's rows answer, each once. */
  ofToday: Condition[];
  /** Field steps, in reading order. */
  fieldSteps: { field: string; value: string }[];
  tagIds: string[];
  formIds: string[];
  /** Whether anything asks what people did with its emails. */
  asksOpens: boolean;
  hasEmails: boolean;
};

/** As long as lines of the timeline are kept. */
const everDays = 400;
const emailTypes = ['email.sent', 'email.opened', 'email.clicked', 'email.bounced'];

export function askedOf(document: AutomationDocument, program: Program, capHours: number | null): Asked {
  const steps = [...stepsOf(document.steps)];
  const rules = [
    document.entry.filter,
    document.stay.filter,
    ...steps.map((step) => (step.kind === 'if' ? step.rule : null)),
  ];
  const conditions = rules.flatMap((rule) => (rule ? conditionsIn(rule) : []));
  const tagSteps = steps.flatMap((step) => (step.kind === 'tag' ? [...step.add, ...step.remove] : []));
  const ofTags = conditions.flatMap((condition) => (condition.kind === 'tag' ? condition.tagIds : []));
  const tagIds = [...new Set([...tagSteps, ...ofTags].map((id) => id.toLowerCase()))];
  const byText = new Map(conditions.filter((one) => !isRecorded(one)).map((one) => [JSON.stringify(one), one]));
  return {
    types: [...typesAsked({ document, program, conditions, tags: tagIds.length > 0, cap: capHours !== null })],
    lookBackDays: Math.max(Math.ceil((capHours ?? 0) / 24), ...conditions.map(daysOf)),
    conditions,
    ofToday: [...byText.values()],
    fieldSteps: steps.flatMap((step) => (step.kind === 'field' ? [{ field: step.field, value: step.value }] : [])),
    tagIds,
    formIds: conditions.flatMap((one) =>
      one.kind === 'form' && one.formId !== null ? [one.formId.toLowerCase()] : [],
    ),
    asksOpens: happeningsIn(document).some(isOwnOpen) || conditions.some(asksOpens),
    hasEmails: steps.some(({ kind }) => kind === 'email'),
  };
}

type Asking = { document: AutomationDocument; program: Program; conditions: Condition[]; tags: boolean; cap: boolean };

function typesAsked({ document, program, conditions, tags, cap }: Asking): Set<string> {
  return new Set([
    ...document.triggers.flatMap((trigger) => lineOf(trigger)?.type ?? []),
    ...[...allHeard(program)].flatMap(lineTypeOf),
    ...conditions.flatMap(typesOf),
    ...(tags ? ['tag.added', 'tag.removed'] : []),
    ...(cap ? ['email.sent'] : []),
  ]);
}

/** Whether people may be emailed is that of today, whatever was recorded. */
const lineTypeOf = (news: News): string[] => (news === 'mailable' ? [] : [news === 'event' ? 'event.*' : news]);

const conditionsIn = (rule: Rule): Condition[] => ('rules' in rule ? rule.rules.flatMap(conditionsIn) : [rule]);

function typesOf(condition: Condition): readonly string[] {
  if (condition.kind === 'activity') return [condition.activity];
  return condition.kind === 'campaign' ? emailTypes : [];
}

function daysOf(condition: Condition): number {
  if (condition.kind === 'activity') return condition.days;
  if (condition.kind === 'campaign') return condition.days ?? everDays;
  return 0;
}

/** Everything that people inside wait for. */
export const happeningsIn = ({ goal, stay, steps }: AutomationDocument): Happening[] => [
  ...stay.leaveWhen,
  ...(goal?.when ? [goal.when] : []),
  ...[...stepsOf(steps)].flatMap((step) => (step.kind === 'wait-for' ? [step.what] : [])),
];

const isOwnOpen = (what: Happening): boolean => 'of' in what && (what.of === null || 'step' in what.of);

const asksOpens = (condition: Condition): boolean =>
  (condition.kind === 'activity' && condition.activity.startsWith('email.')) ||
  (condition.kind === 'campaign' && condition.campaignId === null && !condition.op.endsWith('Sent'));
